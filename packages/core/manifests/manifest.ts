import { Effect, Schema } from "effect";

import { characters, describeEncoded, maxCharacters } from "../values/mod.ts";
import { DataType } from "./data_type.ts";
import { formatProblem } from "./format/format.ts";
import { manifestProblems } from "./manifest_rules.ts";

const RESERVED_NAMES = new Set(["__proto__", "constructor", "prototype"]);

/** A dot-path of up to eight names, such as `customer.address.city`. */
const Key = Schema.String.check(
  characters(1, 160),
  Schema.isPattern(/^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*){0,7}$/u, {
    message: "Expected up to 8 names joined by dots, such as customer.name",
  }),
  Schema.makeFilter(
    (key) => !key.split(".").some((segment) => RESERVED_NAMES.has(segment)) || "Is a reserved name",
  ),
);

const label = Schema.String.check(characters(1, 160)).annotateKey({
  description: "The name in forms and generated layouts: 1 to 160 characters.",
});

/** The common fields of variables and loops. */
const aboutFields = {
  description: Schema.optionalKey(Schema.String.check(maxCharacters(280))).annotateKey({
    description: "A description, for people: at most 280 characters.",
  }),
  previewData: Schema.optionalKey(Schema.Json).annotateKey({
    description: "The value that previews show.",
  }),
};

/** The common fields of variables and item fields. */
const typedValue = {
  label,
  dataType: DataType.annotateKey({
    description: "The type of the value. It decides how data is validated and printed.",
  }),
  required: Schema.Boolean.pipe(
    Schema.withDecodingDefaultKey(Effect.succeed(false)),
    describeEncoded("Whether a render without the value is rejected. Default `false`."),
  ),
  format: Schema.optionalKey(Schema.String.check(characters(1, 60))).annotateKey({
    description:
      "How a number or date prints: `currency:EUR`, `number:2`, `percent`, `date:DD/MM/YYYY` or `date:long`. Append a locale after `@`: `currency:EUR@de-DE`. Default locale `en-US`.",
  }),
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
  key: Key.annotateKey({
    description:
      "Where the value is in the data: up to 8 names joined by dots, such as `customer.name`.",
  }),
  ...typedValue,
  ...aboutFields,
})
  .annotate({ description: "A variable: one value of the data." })
  .check(fitsDataType)
  .annotate({ identifier: "VariableDefinition" });
export type VariableDefinition = typeof VariableDefinition.Type;

/** A column of a loop. */
export const ItemField = Schema.Struct({
  key: Key.annotateKey({
    description: "Where the value is in an item: up to 8 names joined by dots.",
  }),
  ...typedValue,
})
  .annotate({ description: "A field of the items of a loop: a column of its table." })
  .check(fitsDataType)
  .annotate({ identifier: "ItemField" });
export type ItemField = typeof ItemField.Type;

/** The maximum number of loops inside a loop. */
export const MAX_NESTED_LOOPS = 10;

/** How deep loops can be nested. */
export const MAX_LOOP_LEVELS = 3;

/** The members of a loop whose rows can have loops. */
const loopMembers = <S extends Schema.Top>(nested: S) => ({
  key: Key.annotateKey({ description: "Where the list is in the data: one name without a dot." }),
  label,
  itemFields: Schema.Array(ItemField)
    .check(Schema.isBetweenLength(1, 100))
    .annotateKey({ description: "The fields of an item: 1 to 100." }),
  loops: Schema.optionalKey(
    Schema.Array(nested).check(Schema.isMaxLength(MAX_NESTED_LOOPS)),
  ).annotateKey({
    description: `The lists in an item: at most ${MAX_NESTED_LOOPS}. Loops nest up to ${MAX_LOOP_LEVELS} levels.`,
  }),
  ...aboutFields,
});

const TooDeep = Schema.Never.annotate({
  message: `Loops nest at most ${MAX_LOOP_LEVELS} levels deep`,
});

/** A list in the rows of a nested loop. */
const InnermostLoop = Schema.Struct(loopMembers(TooDeep)).annotate({
  identifier: "InnermostLoopDefinition",
  description: "A loop of the third level.",
});

/** A list in the rows of a loop. */
const NestedLoop = Schema.Struct(loopMembers(InnermostLoop)).annotate({
  identifier: "NestedLoopDefinition",
  description: "A loop in the items of another loop.",
});

/** A list of rows in the data; prints as a repeating table or section. */
export const LoopDefinition = Schema.Struct(loopMembers(NestedLoop)).annotate({
  identifier: "LoopDefinition",
  description: "A loop: a list of items in the data, which prints as a table or repeats a section.",
});

/** A loop of any level. Inside a loop, its key is a name in the rows of that loop. */
export type LoopDefinition = LoopOfAnyLevel;

interface LoopOfAnyLevel {
  readonly key: string;
  readonly label: string;
  readonly itemFields: ReadonlyArray<ItemField>;
  readonly loops?: ReadonlyArray<LoopOfAnyLevel>;
  readonly description?: string;
  readonly previewData?: Schema.Json;
}

/** A manifest with valid parts; `manifestProblems` checks their keys against each other. */
export const ManifestParts = Schema.Struct({
  variables: Schema.Array(VariableDefinition)
    .check(Schema.isMaxLength(500))
    .annotateKey({ description: "The single values of the data: at most 500." }),
  loops: Schema.Array(LoopDefinition)
    .check(Schema.isMaxLength(50))
    .annotateKey({ description: "The lists of the data: at most 50." }),
}).annotate({
  identifier: "Manifest",
  description: "The data of a template: its variables and its loops.",
});

/** The data of a template: its variables and its loops (interface, Template manifest). */
export const Manifest = ManifestParts.check(
  Schema.makeFilter((manifest) =>
    manifestProblems(manifest).map(({ path, message }) => ({ path, issue: message })),
  ),
).annotate({ identifier: "Manifest" });
export type Manifest = typeof Manifest.Type;
