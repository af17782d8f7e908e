import { JsonSchema, Predicate, Schema } from "effect";

import {
  BlankPage,
  LayoutField,
  LayoutSettings,
  PageSetting,
  SectionField,
} from "../../packages/core/layouts/mod.ts";
import { PublishTemplate } from "../../packages/core/templates/mod.ts";
import { Slug } from "../../packages/core/values/mod.ts";
import type { GeneratedFile } from "./generated_files.ts";

/** The JSON Schemas of a template's files. Editors complete and check them with these. */
const TEMPLATE = "template.schema.json";
const LAYOUT = "layout.schema.json";

/** A field of any type, with the fields of sections. */
const Field: Schema.Codec<unknown> = Schema.Union([
  ...LayoutField.members,
  Schema.Struct({
    ...SectionField.fields,
    fields: Schema.Array(Schema.suspend(() => Field)).annotateKey({
      description: "The fields, with positions from the top left of the section.",
    }),
  }),
]).annotate({ identifier: "Field", description: "A field, by its `type`." });

const Fields = Schema.Array(Field);

const Layout = Schema.Struct({
  basePdf: Schema.Union([
    Schema.Struct({
      ...BlankPage.fields,
      staticSchema: Schema.optionalKey(Schema.NullOr(Fields)).annotateKey({
        description: "The fields of every page, such as headers and footers.",
      }),
    }),
    Schema.String,
  ]).annotateKey({
    description:
      "A blank page in millimetres, or a PDF to draw on: data:application/pdf;base64,…, or file:… in a folder.",
  }),
  schemas: Schema.Array(Fields).annotateKey({ description: "The fields of each page." }),
  ...LayoutSettings.fields,
  pages: Schema.optionalKey(
    Schema.NullOr(
      Schema.Array(
        Schema.NullOr(
          Schema.Struct({
            ...PageSetting.fields,
            staticSchema: Schema.optionalKey(Schema.NullOr(Fields)).annotateKey({
              description: "The headers and footers of these pages, instead of those of basePdf.",
            }),
          }),
        ),
      ),
    ),
  ).annotateKey({
    description:
      "The pages of `schemas` with a size, margins or repeated fields of their own, by position; null for a page like `basePdf`.",
  }),
}).annotate({
  identifier: "Layout",
  description: "The positions of the fields, in millimetres from the top left.",
});

const TemplateFile = Schema.Struct({
  $schema: Schema.optionalKey(Schema.String).annotateKey({
    description: "The URL or path of this schema.",
  }),
  slug: Schema.optionalKey(Slug).annotateKey({
    description: "The slug to publish under; by default the name of the folder.",
  }),
  ...PublishTemplate.fields,
  // They may be files next to this one.
  manifest: Schema.optionalKey(PublishTemplate.fields.manifest).annotateKey({
    description: "The variables and loops of the data; by default in manifest.json.",
  }),
  layout: Schema.optionalKey(Layout).annotateKey({
    description: "The positions of the fields; by default in layout.json, or generated.",
  }),
}).annotate({ identifier: "Template", description: "The file template.json of a template." });

/** The schemas of `template.json` and of `layout.json`. */
export function templateSchemas(): ReadonlyArray<GeneratedFile> {
  const document = JsonSchema.toDocumentDraft07(Schema.toJsonSchemaDocument(TemplateFile));
  const { schema, definitions } = document;
  return [
    schemaFile(TEMPLATE, { title: "Paraph template", ...schema, definitions }),
    schemaFile(LAYOUT, { title: "Paraph layout", $ref: `${TEMPLATE}#/definitions/Layout` }),
  ];
}

function schemaFile(name: string, content: object): GeneratedFile {
  const schema = { $schema: JsonSchema.META_SCHEMA_URI_DRAFT_07, ...content };
  const text = `${JSON.stringify(withOwnDescriptions(schema), null, 1)}\n`;
  return { name: `packages/core/${name}`, text };
}

/** Moves descriptions from `allOf` to the schema that they describe, where editors show them. */
function withOwnDescriptions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withOwnDescriptions);
  if (!Predicate.isObject(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, withOwnDescriptions(inner)]);
  const { allOf, ...schema }: Record<string, unknown> = Object.fromEntries(entries);
  if (!Array.isArray(allOf)) return schema;
  const others = allOf.filter((part) => !isDescription(part));
  const descriptions: ReadonlyArray<object> = allOf.filter(isDescription);
  return Object.assign(others.length > 0 ? { ...schema, allOf: others } : schema, ...descriptions);
}

function isDescription(part: unknown): boolean {
  return Predicate.isObject(part) && Object.keys(part).join() === "description";
}
