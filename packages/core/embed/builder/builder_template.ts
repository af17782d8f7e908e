import { Schema } from "effect";

import { maxCharacters, ProjectId, Slug, TemplateId, Timestamp } from "../../values/mod.ts";

/**
 * A draft of the builder, stored verbatim. Only name, layout and preset are read (interface). Other members
 * may contain numbers beyond the precision of JavaScript.
 */
export const Draft = Schema.StructWithRest(
  Schema.Struct({
    name: Schema.optionalKey(Schema.String.check(maxCharacters(120))),
    layout: Schema.optionalKey(Schema.NullOr(Schema.JsonObject)),
    presetKey: Schema.optionalKey(Schema.NullOr(Schema.String)),
  }),
  [Schema.Record(Schema.String, Schema.Unknown)],
).annotate({ identifier: "Draft" });
export type Draft = typeof Draft.Type;

/** A draft of a new template. */
export const CreateBuilderTemplate = Schema.Struct({ documentTemplate: Draft }).annotate({
  identifier: "CreateBuilderTemplate",
});
export type CreateBuilderTemplate = typeof CreateBuilderTemplate.Type;

/** A draft to save. Fails if `revision` is not the current one; without it, overwrites any revision. */
export const SaveBuilderTemplate = Schema.Struct({
  documentTemplate: Draft,
  revision: Schema.optionalKey(Schema.Int),
}).annotate({ identifier: "SaveBuilderTemplate" });
export type SaveBuilderTemplate = typeof SaveBuilderTemplate.Type;

/** A template in builder form, with the other members of its draft (interface, Builder template). */
export const DocumentTemplate = Schema.StructWithRest(
  Schema.Struct({
    _id: TemplateId,
    organizationId: ProjectId,
    name: Schema.String,
    sD: Schema.Boolean,
    /** ISO 8601 text, because the whole draft is JSON. */
    cAt: Schema.String,
    presetKey: Schema.NullOr(Schema.String),
    isCustomTemplate: Schema.Boolean,
    layout: Schema.NullOr(Schema.JsonObject),
    design: Schema.Unknown,
  }),
  [Schema.Record(Schema.String, Schema.Unknown)],
).annotate({ identifier: "DocumentTemplate" });
export type DocumentTemplate = typeof DocumentTemplate.Type;

/** A template in the builder. */
export const BuilderTemplate = Schema.Struct({
  documentTemplate: DocumentTemplate,
  slug: Slug,
  /** Numbers the saved drafts from 1. */
  revision: Schema.Int,
  currentVersionNumber: Schema.NullOr(Schema.Int),
  hasUnpublishedChanges: Schema.Boolean,
}).annotate({ identifier: "BuilderTemplate" });
export type BuilderTemplate = typeof BuilderTemplate.Type;

/** A template in the builder's list. */
export const BuilderTemplateInfo = Schema.Struct({
  id: TemplateId,
  name: Schema.String,
  slug: Slug,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  category: Schema.NullOr(Schema.String),
}).annotate({ identifier: "BuilderTemplateInfo" });
export type BuilderTemplateInfo = typeof BuilderTemplateInfo.Type;

/** The version to publish again. */
export const Rollback = Schema.Struct({ versionNumber: Schema.Int }).annotate({
  identifier: "Rollback",
});
export type Rollback = typeof Rollback.Type;

/** A layout to preview, with data or sample data. */
export const PreviewLayout = Schema.Struct({
  layout: Schema.JsonObject,
  data: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)),
  name: Schema.optionalKey(Schema.String.check(maxCharacters(120))),
}).annotate({ identifier: "PreviewLayout" });
export type PreviewLayout = typeof PreviewLayout.Type;
