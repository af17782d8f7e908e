import { TemplateName } from "@paraph/core/templates";
import { ProjectId, TemplateId } from "@paraph/core/values";
import { Effect, Option, Schema } from "effect";
import { Command, Flag } from "effect/cli";

import { described } from "../described.ts";
import { idempotencyKey } from "../idempotency_key.ts";
import { json, printRecord } from "../print.ts";

const isProjectId = Schema.is(ProjectId);
const isTemplateId = Schema.is(TemplateId);

/** `paraph template copy`: a template of one project of the account into another. */
export const templateCopy = Command.make(
  "copy",
  {
    to: Flag.String("to").pipe(Flag.withDescription("The id of the project to copy into")),
    project: Flag.String("from").pipe(
      Flag.withDescription("The id or slug of the project to copy from"),
    ),
    template: Flag.String("template").pipe(Flag.withDescription("The id or slug of the template")),
    name: Flag.String("name").pipe(
      Flag.withDescription("What to call the copy; its slug is derived from it"),
      Flag.withSchema(TemplateName),
      Flag.optional,
    ),
    idempotencyKey,
    json,
  },
  Effect.fnUntraced(function* ({ to, project, template, name, idempotencyKey: headers, json }) {
    const { callApi } = yield* Effect.promise(() => import("../_programs/client.ts"));
    const payload = {
      ...(isProjectId(project) ? { sourceProjectId: project } : { sourceProjectSlug: project }),
      ...(isTemplateId(template)
        ? { sourceTemplateId: template }
        : { sourceTemplateSlug: template }),
      ...(Option.isSome(name) ? { name: name.value } : {}),
    };
    const request = { params: { id: to }, headers, payload };
    yield* printRecord(yield* callApi(({ projects }) => projects.copyTemplate(request)), json);
  }),
).pipe(
  described("Copy a template from one project of an account to another", "account"),
  Command.withExamples([
    { command: "paraph template copy --from books --template invoice --to 0198c0de-…" },
  ]),
);
