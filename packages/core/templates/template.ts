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

/** What a template may be called: 1 to 120 characters. */
export const TemplateName = visibleName(120);
/** What the slug that a template's name becomes must be like. */
export const TEMPLATE_SLUG = { maxLength: 120, fallback: "template" };

const Description = Schema.String.check(maxCharacters(280));

/** A template as it is listed (interface, Template). */
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

/** A template with all that its current version holds; null throughout before the first publication. */
export const TemplateDetail = Schema.Struct({
  ...Template.fields,
  currentVersionId: Schema.NullOr(TemplateVersionId),
  manifest: Schema.NullOr(ManifestParts),
  jsonSchema: Schema.NullOr(Schema.JsonObject),
  layout: Schema.NullOr(Layout),
  pageConfig: Schema.NullOr(PageConfig),
}).annotate({ identifier: "TemplateDetail" });
export type TemplateDetail = typeof TemplateDetail.Type;

/** The same with the layout as it is stored, which can be sent without being parsed. */
export interface StoredDetail extends Omit<TemplateDetail, "layout"> {
  readonly layout: StoredJson | null;
}

/** What a publication says; what is left out is cleared, defaulted or generated. */
export const PublishTemplate = Schema.Struct({
  name: TemplateName,
  description: Schema.optionalKey(Schema.NullOr(Description)),
  manifest: ManifestParts,
  layout: Schema.optionalKey(Layout),
  pageConfig: Schema.optionalKey(PageConfigInput),
}).annotate({ identifier: "PublishTemplate" });
export type PublishTemplate = typeof PublishTemplate.Type;

/** A publication under a slug of its own, given or derived from the name. */
export const CreateTemplate = Schema.Struct({
  slug: Schema.optionalKey(Slug),
  ...PublishTemplate.fields,
}).annotate({ identifier: "CreateTemplate" });
export type CreateTemplate = typeof CreateTemplate.Type;

/** What a publication answers. */
export const PublishedTemplate = Schema.Struct({
  id: TemplateId,
  slug: Slug,
  currentVersionNumber: Schema.Int,
  manifest: ManifestParts,
}).annotate({ identifier: "PublishedTemplate" });
export type PublishedTemplate = typeof PublishedTemplate.Type;

/** What a deletion answers. */
export const DeletedTemplate = Schema.Struct({
  id: TemplateId,
  slug: Slug,
  deletedAt: Timestamp,
}).annotate({ identifier: "DeletedTemplate" });
export type DeletedTemplate = typeof DeletedTemplate.Type;

/** A version as it is listed. */
export const VersionInfo = Schema.Struct({
  id: TemplateVersionId,
  versionNumber: Schema.Int,
  createdAt: Timestamp,
}).annotate({ identifier: "TemplateVersion" });
export type VersionInfo = typeof VersionInfo.Type;

/** What a version holds, for ever. */
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

/** A version as it is drawn. */
export interface CompiledVersion {
  readonly id: TemplateVersionId;
  readonly manifest: Manifest;
  /** Loads what it is compiled from. */
  readonly source: Effect.Effect<LayoutSource>;
  /** As it was compiled when it was published; versions from before that have none. */
  readonly compiled: CompiledLayout | null;
}
