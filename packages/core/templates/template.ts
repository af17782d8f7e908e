import { type Effect, Schema } from "effect";

import type { StoredJson } from "../blobs/mod.ts";
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

/** A template in lists (interface, Template). */
export const Template = Schema.Struct({
  id: TemplateId,
  name: Schema.String,
  slug: Slug,
  description: Schema.NullOr(Schema.String),
  templateType: TemplateType,
  currentVersionNumber: Schema.NullOr(Schema.Int),
  published: Schema.Boolean,
  createdAt: Timestamp,
  updatedAt: Timestamp,
}).annotate({ identifier: "Template" });
export type Template = typeof Template.Type;

/** A template with its current version; all null before the first publication. */
export const TemplateDetail = Schema.Struct({
  ...Template.fields,
  currentVersionId: Schema.NullOr(TemplateVersionId),
  manifest: Schema.NullOr(ManifestParts),
  jsonSchema: Schema.NullOr(Schema.JsonObject),
  layout: Schema.NullOr(Layout),
  pageConfig: Schema.NullOr(PageConfig),
}).annotate({ identifier: "TemplateDetail" });
export type TemplateDetail = typeof TemplateDetail.Type;

/** `TemplateDetail` with the stored form of the layout, which can be sent without parsing. */
export interface StoredDetail extends Omit<TemplateDetail, "layout"> {
  readonly layout: StoredJson | null;
}

/** A publication. Omitted members are cleared, set to defaults or generated. */
export const PublishTemplate = Schema.Struct({
  name: TemplateName,
  description: Schema.optionalKey(Schema.NullOr(Description)),
  manifest: ManifestParts,
  layout: Schema.optionalKey(Layout),
  pageConfig: Schema.optionalKey(PageConfigInput),
}).annotate({ identifier: "PublishTemplate" });
export type PublishTemplate = typeof PublishTemplate.Type;

/** A publication of a new template; its slug is derived from the name by default. */
export const CreateTemplate = Schema.Struct({
  slug: Schema.optionalKey(Slug),
  ...PublishTemplate.fields,
}).annotate({ identifier: "CreateTemplate" });
export type CreateTemplate = typeof CreateTemplate.Type;

/** The response to a publication. */
export const PublishedTemplate = Schema.Struct({
  id: TemplateId,
  slug: Slug,
  currentVersionNumber: Schema.Int,
  manifest: ManifestParts,
}).annotate({ identifier: "PublishedTemplate" });
export type PublishedTemplate = typeof PublishedTemplate.Type;

/** The response to a deletion. */
export const DeletedTemplate = Schema.Struct({
  id: TemplateId,
  slug: Slug,
  deletedAt: Timestamp,
}).annotate({ identifier: "DeletedTemplate" });
export type DeletedTemplate = typeof DeletedTemplate.Type;

/** A version in lists. */
export const VersionInfo = Schema.Struct({
  id: TemplateVersionId,
  versionNumber: Schema.Int,
  createdAt: Timestamp,
}).annotate({ identifier: "TemplateVersion" });
export type VersionInfo = typeof VersionInfo.Type;

/** The content of a version. It is immutable. */
export interface VersionContent {
  readonly manifest: Manifest;
  readonly layout: Layout;
  readonly pageConfig: PageConfig;
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
}
