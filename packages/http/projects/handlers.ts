import { type KeyOwner, Keys, MintedProjectKey, MintKey } from "@paraph/core/keys";
import { CreateProject, Project, Projects, RenameProject } from "@paraph/core/projects";
import { CopyTemplate, TemplateCopies, TemplateCopy } from "@paraph/core/templates";
import { Effect } from "effect";
import { HttpApiBuilder } from "effect/http-api";

import { CurrentAccount } from "../_auth/current_account.ts";
import { answer } from "../_wire/answer.ts";
import { jsonBody } from "../_wire/json_body.ts";
import { Api } from "../api.ts";
import { PathProject } from "./owned_project.ts";

const createBody = jsonBody(CreateProject);
const renameBody = jsonBody(RenameProject);
const mintBody = jsonBody(MintKey);
const copyBody = jsonBody(CopyTemplate);
const created = answer(Project);
const minted = answer(MintedProjectKey);
const copied = answer(TemplateCopy);

const keyOwner = Effect.map(PathProject, ({ id: projectId }): KeyOwner & { kind: "project" } => ({
  kind: "project",
  projectId,
}));

/** Hands every request over to `Projects`, `Keys` and `TemplateCopies`. */
export const projectsHandlers = HttpApiBuilder.group(
  Api,
  "projects",
  Effect.fnUntraced(function* (handlers) {
    const projects = yield* Projects;
    const keys = yield* Keys;
    const copies = yield* TemplateCopies;
    return handlers
      .handleAll({
        list: Effect.fnUntraced(function* () {
          return { projects: yield* projects.list(yield* CurrentAccount) };
        }),
        get: () => PathProject,
        remove: Effect.fnUntraced(function* () {
          return yield* projects.remove(yield* CurrentAccount, (yield* PathProject).id);
        }),
        listKeys: Effect.fnUntraced(function* () {
          return { keys: yield* keys.list(yield* keyOwner) };
        }),
        revokeKey: Effect.fnUntraced(function* ({ params }) {
          return yield* keys.revoke(yield* keyOwner, params.keyId);
        }),
      })
      .handleRaw(
        "create",
        Effect.fnUntraced(function* (request) {
          const { name } = yield* createBody(request);
          const key = request.headers["idempotency-key"];
          const project = yield* projects.create(yield* CurrentAccount, name, key);
          return yield* created(project, project.created ? 201 : 200);
        }),
      )
      .handleRaw(
        "rename",
        Effect.fnUntraced(function* (request) {
          const { name } = yield* renameBody(request);
          return yield* projects.rename(yield* CurrentAccount, (yield* PathProject).id, name);
        }),
      )
      .handleRaw(
        "mintKey",
        Effect.fnUntraced(function* (request) {
          const { name } = yield* mintBody(request);
          const owner = yield* keyOwner;
          const key = request.headers["idempotency-key"];
          const done = yield* keys.mintOnce(owner, name, key);
          return yield* minted({ ...done, projectId: owner.projectId }, done.created ? 201 : 200);
        }),
      )
      .handleRaw(
        "copyTemplate",
        Effect.fnUntraced(function* (request) {
          const wanted = yield* copyBody(request);
          const [account, { id }] = [yield* CurrentAccount, yield* PathProject];
          const key = request.headers["idempotency-key"];
          const copy = yield* copies.copy(account, id, wanted, key);
          return yield* copied(copy, copy.alreadyExisted ? 200 : 201);
        }),
      );
  }),
);
