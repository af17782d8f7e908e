import { type Effect, Schema } from "effect";

import type { StoredJson } from "../blobs/mod.ts";
import { Einvoice } from "../einvoices/mod.ts";
import type { LoadableFace } from "../fonts/mod.ts";
import {
  type CompiledLayout,
  Layout,
  type LayoutSource,
  PageConfig,
  PageConfigInput,
  TemplateType,
} from "../layouts/mod.ts";
import { type Manifest, ManifestParts } from "../manifests/mod.ts";
import {
  describeEncoded,
  maxCharacters,
  Slug,
  TemplateId,
  TemplateVersionId,
  Timestamp,
  visibleName,
} from "../values/mod.ts";

/** The name of a template: 1 to 120 characters. */
export const TemplateName = visibleName(120);
/** The shape of a slug that is derived from a template's name. */
export const TEMPLATE_SLUG = { maxLength: 120, fallback: "template" };

const Description = Schema.String.check(maxCharacters(280));

/** The fields that identify a template. */
const idField = { id: TemplateId.annotateKey({ description: "The ID of the template." }) };
const slugField = {
  slug: Slug.annotateKey({ description: "The slug, which identifies the template in requests." }),
};

/** A template in lists (interface, Template). */
export const Template = Schema.Struct({
  ...idField,
  name: Schema.String.annotateKey({ description: "The name, for people." }),
  ...slugField,
  description: Schema.NullOr(Schema.String).annotateKey({
    description: "The description, for people. `null` if there is none.",
  }),
  templateType: TemplateType.annotateKey({
    description:
      "`pdf-overlay` if the layout adds fields to an existing PDF, otherwise `document`.",
  }),
  currentVersionNumber: Schema.NullOr(Schema.Int).annotateKey({
    description: "The number of the current version. `null` before the first publication.",
  }),
  published: Schema.Boolean.annotateKey({
    description: "Whether the template has a published version.",
  }),
  createdAt: Timestamp.pipe(describeEncoded("When the template was created.")),
  updatedAt: Timestamp.pipe(describeEncoded("When the template was last changed.")),
}).annotate({
  identifier: "Template",
  description: "A template: a layout and its variables, in immutable versions.",
});
export type Template = typeof Template.Type;

/** A template with its current version; all null before the first publication. */
export const TemplateDetail = Schema.Struct({
  ...Template.fields,
  currentVersionId: Schema.NullOr(TemplateVersionId).annotateKey({
    description: "The ID of the current version. `null` before the first publication.",
  }),
  manifest: Schema.NullOr(ManifestParts).annotateKey({
    description: "The manifest of the current version. `null` before the first publication.",
  }),
  jsonSchema: Schema.NullOr(Schema.JsonObject).annotateKey({
    description:
      "A JSON Schema (draft-07) of the `data` of a render, for forms and validators. `null` before the first publication.",
  }),
  layout: Schema.NullOr(Layout).annotateKey({
    description: "The layout of the current version. `null` before the first publication.",
  }),
  pageConfig: Schema.NullOr(PageConfig).annotateKey({
    description: "The page settings of the current version. `null` before the first publication.",
  }),
  einvoice: Schema.NullOr(Einvoice).annotateKey({
    description: "The electronic invoice of the current version. `null` if it has none.",
  }),
}).annotate({
  identifier: "TemplateDetail",
  description: "A template with the content of its current version.",
});
export type TemplateDetail = typeof TemplateDetail.Type;

/** `TemplateDetail` with the stored form of the layout, which can be sent without parsing. */
export interface StoredDetail extends Omit<TemplateDetail, "layout"> {
  readonly layout: StoredJson | null;
}

/** A publication. Omitted members are cleared, set to defaults or generated. */
export const PublishTemplate = Schema.Struct({
  name: TemplateName.annotateKey({
    description: "The name, for people: 1 to 120 characters. It replaces the stored name.",
  }),
  description: Schema.optionalKey(Schema.NullOr(Description)).annotateKey({
    description:
      "The description, for people: at most 280 characters. It replaces the stored one; default `null`.",
  }),
  manifest: ManifestParts.annotateKey({ description: "The variables and loops of the data." }),
  layout: Schema.optionalKey(Layout).annotateKey({
    description: "The positions of the fields. Default: generated from the manifest.",
  }),
  pageConfig: Schema.optionalKey(PageConfigInput).annotateKey({
    description: "The page of a generated layout. Default: A4, portrait, margins of 20 mm.",
  }),
  einvoice: Schema.optionalKey(Schema.NullOr(Einvoice)).annotateKey({
    description: "The electronic invoice that renders have. Default `null`: none.",
  }),
}).annotate({
  identifier: "PublishTemplate",
  description: "The content of a new version of a template.",
});
export type PublishTemplate = typeof PublishTemplate.Type;

/** A publication of a new template; its slug is derived from the name by default. */
export const CreateTemplate = Schema.Struct({
  slug: Schema.optionalKey(Slug).annotateKey({
    description:
      "The slug in kebab-case. Default: derived from the name, with a random suffix if it is taken.",
  }),
  ...PublishTemplate.fields,
}).annotate({
  identifier: "CreateTemplate",
  description: "The slug and the first version of a new template.",
});
export type CreateTemplate = typeof CreateTemplate.Type;

/** The response to a publication. */
export const PublishedTemplate = Schema.Struct({
  ...idField,
  ...slugField,
  currentVersionNumber: Schema.Int.annotateKey({
    description: "The number of the current version: 1, then one more with each publication.",
  }),
  manifest: ManifestParts.annotateKey({ description: "The manifest with defaults applied." }),
}).annotate({ identifier: "PublishedTemplate", description: "A template after a publication." });
export type PublishedTemplate = typeof PublishedTemplate.Type;

/** The response to a deletion. */
export const DeletedTemplate = Schema.Struct({
  ...idField,
  slug: Slug.annotateKey({ description: "The slug, which a new template can use." }),
  deletedAt: Timestamp.pipe(describeEncoded("When the template was deleted.")),
}).annotate({ identifier: "DeletedTemplate", description: "A deleted template." });
export type DeletedTemplate = typeof DeletedTemplate.Type;

/** A version in lists. */
export const VersionInfo = Schema.Struct({
  id: TemplateVersionId.annotateKey({ description: "The ID of the version." }),
  versionNumber: Schema.Int.annotateKey({
    description: "The number of the version, which a render can request.",
  }),
  createdAt: Timestamp.pipe(describeEncoded("When the version was published.")),
}).annotate({
  identifier: "TemplateVersion",
  description: "An immutable version of a template, without its content.",
});
export type VersionInfo = typeof VersionInfo.Type;

/** A version with its content. */
export const TemplateVersionDetail = Schema.Struct({
  id: VersionInfo.fields.id,
  versionNumber: VersionInfo.fields.versionNumber,
  manifest: ManifestParts.annotateKey({ description: "The variables and loops of the data." }),
  jsonSchema: Schema.JsonObject.annotateKey({
    description: "A JSON Schema (draft-07) of the `data` of a render with this version.",
  }),
  layout: Layout.annotateKey({ description: "The layout." }),
  pageConfig: PageConfig.annotateKey({ description: "The page settings." }),
  einvoice: Schema.NullOr(Einvoice).annotateKey({
    description: "The electronic invoice. `null` if the version has none.",
  }),
}).annotate({
  identifier: "TemplateVersionDetail",
  description: "An immutable version of a template with its content.",
});
export type TemplateVersionDetail = typeof TemplateVersionDetail.Type;

/** `TemplateVersionDetail` with the stored form of the layout, which can be sent without parsing. */
export interface StoredVersionDetail extends Omit<TemplateVersionDetail, "layout"> {
  readonly layout: StoredJson;
}

/** The content of a version. It is immutable. */
export interface VersionContent {
  readonly manifest: Manifest;
  readonly layout: Layout;
  readonly pageConfig: PageConfig;
  readonly einvoice: Einvoice | null;
}

/** One immutable version of a template, without its layout, which may be large. */
export interface TemplateVersion extends Omit<VersionContent, "layout"> {
  readonly id: TemplateVersionId;
  readonly versionNumber: number;
}

/** A version to render. */
export interface CompiledVersion {
  readonly id: TemplateVersionId;
  readonly manifest: Manifest;
  /** Loads the source of the compilation. */
  readonly source: Effect.Effect<LayoutSource>;
  /** The compiled layout from its publication; null for versions of earlier releases. */
  readonly compiled: CompiledLayout | null;
  /** The fonts of the project that the version uses, as they were published. */
  readonly fonts: ReadonlyArray<LoadableFace>;
}
