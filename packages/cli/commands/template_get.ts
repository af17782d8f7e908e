import type { TemplateDetail } from "@paraph/core/templates";
import { Console, Effect, Struct } from "effect";
import { Argument, Command } from "effect/cli";

import { described } from "../described.ts";
import { json, printJson, printRecord, printTable } from "../print.ts";

/** `paraph template get`: a template, and what its current version wants to know. */
export const templateGet = Command.make(
  "get",
  { slug: Argument.String("slug").pipe(Argument.withDescription("The template's slug")), json },
  Effect.fnUntraced(function* ({ slug, json }) {
    const { callApi, PROJECT } = yield* Effect.promise(() => import("../_programs/client.ts"));
    const request = { params: { slug } };
    const found = yield* callApi(({ templates }) => templates.get(request), PROJECT);
    yield* json ? printJson(found) : printTemplate(found);
  }),
).pipe(
  described("Show a template and the data that it wants; --json has its layout too", "project"),
  Command.withExamples([{ command: "paraph template get invoice" }]),
);

/** A template, and under it what it wants to know. */
const printTemplate = Effect.fnUntraced(function* (found: TemplateDetail) {
  const { manifest, layout, ...template } = found;
  const pages = Array.isArray(layout?.schemas) ? layout.schemas.length : null;
  yield* printRecord({ ...Struct.omit(template, ["jsonSchema", "pageConfig"]), pages }, false);
  if (manifest === null) return;
  const wanted = [
    ...manifest.variables,
    ...manifest.loops.flatMap((loop) => [
      { ...loop, dataType: "list", required: false, format: undefined },
      ...loop.itemFields.map((field) => ({ ...field, key: `${loop.key}[].${field.key}` })),
    ]),
  ];
  if (wanted.length === 0) return;
  yield* Console.log("");
  yield* printTable(wanted, ["key", "dataType", "required", "format", "label"], false);
});
