import type { ItemField } from "@paraph/core/manifests";
import { TemplateName } from "@paraph/core/templates";
import { ProjectId, TemplateId } from "@paraph/core/values";
import { Console, Effect, Option, Schema, Struct } from "effect";
import { Command, Flag } from "effect/cli";

import type { Resources } from "../../_programs/client.ts";
import { idempotencyKey, textArgument, textFlag } from "../../flags.ts";
import { printJson, printRecord, printTable } from "../../terminal/print.ts";
import { listCommand, recordCommand, table } from "../server_command.ts";
import {
  diff,
  importTemplate,
  newTemplate,
  preview,
  pull,
  push,
  validate,
} from "./template_folder.ts";

const caller = "project";
const slug = textArgument("slug", "The template's slug");

const get = recordCommand(
  "get",
  {
    description: "Show a template and its variables; --json includes the layout",
    caller,
    flags: { slug },
  },
  ({ templates }, { slug }) => templates.get(slug),
  Effect.fnUntraced(function* (template: TemplateDetail) {
    const { manifest, layout, ...fields } = template;
    const pages = Array.isArray(layout?.["schemas"]) ? layout["schemas"].length : null;
    yield* printRecord({ ...Struct.omit(fields, ["jsonSchema", "pageConfig"]), pages }, false);
    if (manifest === null) return;
    const variables = [
      ...manifest.variables,
      ...manifest.loops.flatMap((loop) => loopRows(loop, "")),
    ];
    if (variables.length === 0) return;
    yield* Console.log("");
    yield* printTable(variables, ["key", "dataType", "required", "format", "label"], false);
  }),
).pipe(Command.withExamples([{ command: "paraph template get invoice" }]));

/** A loop, its item fields, and the loops in it. */
function loopRows(
  { key, label, itemFields, loops = [] }: LoopDetail,
  prefix: string,
): ReadonlyArray<Omit<ItemDetail, "dataType"> & { readonly dataType: string }> {
  const path = `${prefix}${key}[]`;
  return [
    { key: prefix + key, label, dataType: "list", required: false },
    ...itemFields.map((field) => ({ ...field, key: `${path}.${field.key}` })),
    ...loops.flatMap((nested) => loopRows(nested, `${path}.`)),
  ];
}

type TemplateDetail = Effect.Success<ReturnType<Resources["templates"]["get"]>>;
type ItemDetail = (typeof ItemField)["Encoded"];

interface LoopDetail {
  readonly key: string;
  readonly label: string;
  readonly itemFields: ReadonlyArray<ItemDetail>;
  readonly loops?: ReadonlyArray<LoopDetail>;
}

const sample = recordCommand(
  "sample",
  { description: "Print sample data that a template renders, as JSON", caller, flags: { slug } },
  ({ templates }, { slug }) => Effect.map(templates.sampleData(slug), ({ data }) => data),
  printJson,
).pipe(
  Command.withExamples([
    { command: "paraph template sample invoice > data.json" },
    { command: "paraph render submit invoice --data data.json --wait -o invoice.pdf" },
  ]),
);

const isProjectId = Schema.is(ProjectId);
const isTemplateId = Schema.is(TemplateId);

const copy = recordCommand(
  "copy",
  {
    description: "Copy a template from one project of an account to another",
    caller: "account",
    flags: {
      to: textFlag("to", "The id of the project to copy into"),
      project: textFlag("from", "The id or slug of the project to copy from"),
      template: textFlag("template", "The id or slug of the template"),
      name: textFlag("name", "The name of the copy; its slug is derived from it").pipe(
        Flag.withSchema(TemplateName),
        Flag.optional,
      ),
      idempotencyKey,
    },
    fields: () => ({
      sourceProjectId: "--from",
      sourceProjectSlug: "--from",
      sourceTemplateId: "--template",
      sourceTemplateSlug: "--template",
      slug: "--template",
    }),
  },
  ({ projects }, { to, project, template, name, idempotencyKey }) =>
    projects.copyTemplate(
      to,
      {
        ...(isProjectId(project) ? { sourceProjectId: project } : { sourceProjectSlug: project }),
        ...(isTemplateId(template)
          ? { sourceTemplateId: template }
          : { sourceTemplateSlug: template }),
        ...(Option.isSome(name) ? { name: name.value } : {}),
      },
      idempotencyKey,
    ),
).pipe(
  Command.withExamples([
    { command: "paraph template copy --from books --template invoice --to 0198c0de-…" },
  ]),
);

/** `paraph template`: the templates of a project, and template folders. */
export const template = Command.make("template").pipe(
  Command.withDescription(
    "Manage templates\n\n  Reads PARAPH_URL, PARAPH_API_KEY (a project key); copy: PARAPH_ACCOUNT_KEY (an account key)",
  ),
  Command.withShortDescription("Manage templates"),
  Command.withSubcommands([
    listCommand(
      "list",
      { description: "List templates, newest-updated first", caller, flags: {} },
      ({ templates }) => templates.list(),
      ({ templates }) =>
        table(templates, [
          "slug",
          ["version", ({ currentVersionNumber }) => currentVersionNumber],
          "name",
          "updatedAt",
        ]),
    ),
    get,
    sample,
    listCommand(
      "versions",
      { description: "List the versions of a template, newest first", caller, flags: { slug } },
      ({ templates }, { slug }) => templates.versions(slug),
      ({ versions }) => table(versions, ["versionNumber", "createdAt", "id"]),
    ),
    recordCommand(
      "delete",
      {
        description: "Delete a template; its renders stay and its slug is free again",
        caller,
        flags: { slug },
      },
      ({ templates }, { slug }) => templates.remove(slug),
    ),
    copy,
    newTemplate,
    push,
    pull,
    diff,
    validate,
    preview,
    importTemplate,
  ]),
);
