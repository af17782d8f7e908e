import { type KeyOwner, Keys } from "@paraph/core/keys";
import { Projects, projectView, type StoredProject } from "@paraph/core/projects";
import { parseProjectChange } from "@paraph/core/projects/parse_logo";
import { TemplateCopies } from "@paraph/core/templates";
import { PublicUrls } from "@paraph/core/values";
import { Effect } from "effect";

import { CurrentAccount } from "../_auth/account_key.ts";
import { handlersOf } from "../_wire/body/payload.ts";
import { respond } from "../_wire/response/json_response.ts";
import { Api } from "../api.ts";
import { PathProject } from "./owned_project.ts";

const keyOwner = Effect.map(PathProject, ({ id: projectId }): KeyOwner & { kind: "project" } => ({
  kind: "project",
  projectId,
}));

/** Handlers of {@linkcode ProjectsApi}. */
export const projectsHandlers = handlersOf(
  Api,
  "projects",
  Effect.fnUntraced(function* (handlers) {
    const projects = yield* Projects;
    const keys = yield* Keys;
    const copies = yield* TemplateCopies;
    const { share: base } = yield* PublicUrls;

    const withLogo = Effect.fnUntraced(function* (project: StoredProject) {
      const { logo } = project.branding;
      // A concurrent change may have removed it.
      const stored =
        logo === undefined ? null : yield* Effect.orElseSucceed(projects.logo(logo.id), () => null);
      return projectView(project, base, stored);
    });

    return handlers.handleAll({
      list: Effect.fnUntraced(function* () {
        const stored = yield* projects.list(yield* CurrentAccount);
        return { projects: stored.map((project) => projectView(project, base)) };
      }),
      get: () => Effect.flatMap(PathProject, withLogo),
      remove: Effect.fnUntraced(function* () {
        return yield* projects.remove(yield* CurrentAccount, (yield* PathProject).id);
      }),
      listKeys: Effect.fnUntraced(function* () {
        return { keys: yield* keys.list(yield* keyOwner) };
      }),
      revokeKey: Effect.fnUntraced(function* ({ params }) {
        return yield* keys.revoke(yield* keyOwner, params.keyId);
      }),
      create: Effect.fnUntraced(function* ({ endpoint, payload, headers }) {
        const key = headers["idempotency-key"];
        const { created, ...project } = yield* projects.create(
          yield* CurrentAccount,
          payload.name,
          key,
        );
        return yield* respond(endpoint, yield* withLogo(project), created ? 201 : 200);
      }),
      update: Effect.fnUntraced(function* ({ payload }) {
        const { id } = yield* PathProject;
        const change = yield* Effect.fromResult(parseProjectChange(payload));
        return yield* withLogo(yield* projects.update(yield* CurrentAccount, id, change));
      }),
      mintKey: Effect.fnUntraced(function* ({ endpoint, payload, headers }) {
        const owner = yield* keyOwner;
        const newKey = yield* keys.createOnce(owner, payload.name, headers["idempotency-key"]);
        const body = { ...newKey, projectId: owner.projectId };
        return yield* respond(endpoint, body, newKey.created ? 201 : 200);
      }),
      copyTemplate: Effect.fnUntraced(function* ({ endpoint, payload, headers }) {
        const [account, { id }] = [yield* CurrentAccount, yield* PathProject];
        const copy = yield* copies.copy(account, id, payload, headers["idempotency-key"]);
        return yield* respond(endpoint, copy, copy.alreadyExisted ? 200 : 201);
      }),
    });
  }),
);
