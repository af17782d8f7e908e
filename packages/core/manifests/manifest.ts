import { Effect, Schema } from "effect";

import { characters, maxCharacters } from "../values/mod.ts";
import { DataType } from "./data_type.ts";
import { formatProblem } from "./format/format.ts";
import { manifestProblems } from "./manifest_rules.ts";

const RESERVED = new Set(["__proto__", "constructor", "prototype"]);

/** A dot-path of up to eight names, such as `customer.address.city`. */
const Key = Schema.String.check(
  characters(1, 160),
  Schema.isPattern(/^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*){0,7}$/u, {
    message: "Expected up to 8 names joined by dots, such as customer.name",
  }),
  Schema.makeFilter(
    (key) => !key.split(".").some((segment) => RESERVED.has(segment)) || "Is a reserved name",
  ),
);
const Label = Schema.String.check(characters(1, 160));
const Description = Schema.String.check(maxCharacters(280));

/** The common fields of variables and item fields. */
const typedValue = {
  key: Key,
  label: Label,
  dataType: DataType,
  required: Schema.Boolean.pipe(Schema.withDecodingDefaultKey(Effect.succeed(false))),
  /** How a number, an amount or a date prints: `currency:EUR@de-DE`, `number:2`, `percent`, `date:long`. */
  format: Schema.optionalKey(Schema.String.check(characters(1, 60))),
};

/** Rejects a format that does not match the data type. */
const fitsDataType = Schema.makeFilter(
  ({ dataType, format }: { readonly dataType: DataType; readonly format?: string }) => {
    const problem = format === undefined ? undefined : formatProblem(format, dataType);
    return problem === undefined ? undefined : { path: ["format"], issue: problem };
  },
);

/** A value of the data, identified by its dot-path. */
export const VariableDefinition = Schema.Struct({
  ...typedValue,
  description: Schema.optionalKey(Description),
  previewData: Schema.optionalKey(Schema.Json),
})
  .check(fitsDataType)
  .annotate({ identifier: "VariableDefinition" });
export type VariableDefinition = typeof VariableDefinition.Type;

/** A column of a loop. */
export const ItemField = Schema.Struct(typedValue)
  .check(fitsDataType)
  .annotate({ identifier: "ItemField" });
export type ItemField = typeof ItemField.Type;

/** A list of rows in the data; prints as a repeating table. */
export const LoopDefinition = Schema.Struct({
  key: Key,
  label: Label,
  itemFields: Schema.Array(ItemField).check(Schema.isBetweenLength(1, 100)),
  description: Schema.optionalKey(Description),
  previewData: Schema.optionalKey(Schema.Json),
}).annotate({ identifier: "LoopDefinition" });
export type LoopDefinition = typeof LoopDefinition.Type;

/** A manifest with valid parts; `manifestProblems` checks their keys against each other. */
export const ManifestParts = Schema.Struct({
  variables: Schema.Array(VariableDefinition).check(Schema.isMaxLength(500)),
  loops: Schema.Array(LoopDefinition).check(Schema.isMaxLength(50)),
}).annotate({ identifier: "Manifest" });

/** The data of a template: its variables and its loops (interface, Template manifest). */
export const Manifest = ManifestParts.check(
  Schema.makeFilter((manifest) =>
    manifestProblems(manifest).map(({ path, message }) => ({ path, issue: message })),
  ),
).annotate({ identifier: "Manifest" });
export type Manifest = typeof Manifest.Type;
