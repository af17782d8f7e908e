import { Schema } from "effect";

import {
  describeEncoded,
  maxCharacters,
  ProjectId,
  Slug,
  TemplateId,
  Timestamp,
} from "../../values/mod.ts";

/**
 * A draft of the builder, stored verbatim. Only name, layout and preset are read (interface). Other members
 * may contain numbers beyond the precision of JavaScript.
 */
export const Draft = Schema.StructWithRest(
  Schema.Struct({
    name: Schema.optionalKey(Schema.String.check(maxCharacters(120))).annotateKey({
      description:
        "Name, at most 120 characters. Default: `Untitled template`, or the current name of an existing template.",
    }),
    layout: Schema.optionalKey(Schema.NullOr(Schema.JsonObject)).annotateKey({
      description:
        "Layout of the document, with `manifest` and `pageConfig` as optional members. Checked when it is published.",
    }),
    presetKey: Schema.optionalKey(Schema.NullOr(Schema.String)).annotateKey({
      description: "Your name for the preset that the template starts from. Default: `null`.",
    }),
  }),
  [Schema.Record(Schema.String, Schema.Unknown)],
).annotate({
  identifier: "Draft",
  description: "A draft of the builder. Other members are stored and returned unchanged.",
});
export type Draft = typeof Draft.Type;

/** A draft of a new template. */
export const CreateBuilderTemplate = Schema.Struct({
  documentTemplate: Draft.annotateKey({ description: "The draft of the new template." }),
  publish: Schema.optionalKey(Schema.Boolean).annotateKey({
    description:
      "Whether to publish the draft if the caller may and it can be rendered. Default: `true`.",
  }),
}).annotate({
  identifier: "CreateBuilderTemplate",
  description: "A template to create from a draft.",
});
export type CreateBuilderTemplate = typeof CreateBuilderTemplate.Type;

/** A draft to save. Fails if `revision` is not the current one; without it, overwrites any revision. */
export const SaveBuilderTemplate = Schema.Struct({
  documentTemplate: Draft.annotateKey({ description: "The draft that replaces the stored one." }),
  revision: Schema.optionalKey(Schema.Int).annotateKey({
    description:
      "Revision that you edited. If it is no longer current, the response is 409. Default: overwrite any revision.",
  }),
}).annotate({
  identifier: "SaveBuilderTemplate",
  description: "A draft to save, and the revision that it replaces.",
});
export type SaveBuilderTemplate = typeof SaveBuilderTemplate.Type;

/** A template in builder form, with the other members of its draft (interface, Builder template). */
export const DocumentTemplate = Schema.StructWithRest(
  Schema.Struct({
    _id: TemplateId.annotateKey({
      description: "ID of the template. Use it as `templateExternalId` of sessions.",
    }),
    organizationId: ProjectId.annotateKey({ description: "ID of the project." }),
    name: Schema.String.annotateKey({ description: "Name of the template." }),
    sD: Schema.Boolean.annotateKey({
      description: "Whether the template is deleted. Always `false`: deleted templates are 404.",
    }),
    // Text, because the whole draft is JSON.
    cAt: Schema.String.annotateKey({
      description: "When the template was created, as an ISO 8601 timestamp.",
    }),
    presetKey: Schema.NullOr(Schema.String).annotateKey({
      description: "Preset of the draft. `null` without one.",
    }),
    isCustomTemplate: Schema.Boolean.annotateKey({
      description: "Whether the template has no preset.",
    }),
    layout: Schema.NullOr(Schema.JsonObject).annotateKey({
      description:
        "Layout of the draft, with `manifest` and `pageConfig` as optional members. `null` without one.",
    }),
    design: Schema.Unknown.annotateKey({
      description: "The `design` of the draft, unchanged. `null` without one.",
    }),
  }),
  [Schema.Record(Schema.String, Schema.Unknown)],
).annotate({
  identifier: "DocumentTemplate",
  description: "The draft of a template, with the fields that the server sets.",
});
export type DocumentTemplate = typeof DocumentTemplate.Type;

/** A template in the builder. */
export const BuilderTemplate = Schema.Struct({
  documentTemplate: DocumentTemplate.annotateKey({ description: "The draft of the template." }),
  slug: Slug.annotateKey({ description: "Slug of the template in the API." }),
  revision: Schema.Int.annotateKey({
    description: "Number of the saved draft, from 1. Each save increases it.",
  }),
  currentVersionNumber: Schema.NullOr(Schema.Int).annotateKey({
    description: "Number of the current version. `null` before the first publication.",
  }),
  hasUnpublishedChanges: Schema.Boolean.annotateKey({
    description: "Whether the draft differs from the current version.",
  }),
}).annotate({
  identifier: "BuilderTemplate",
  description: "A template in the builder, with its draft.",
});
export type BuilderTemplate = typeof BuilderTemplate.Type;

/** A template in the builder's list. */
export const BuilderTemplateInfo = Schema.Struct({
  id: TemplateId.annotateKey({ description: "ID of the template." }),
  name: Schema.String.annotateKey({ description: "Name of the template." }),
  slug: BuilderTemplate.fields.slug,
  createdAt: Timestamp.pipe(describeEncoded("When the template was created.")),
  updatedAt: Timestamp.pipe(describeEncoded("When the template or its draft last changed.")),
  category: Schema.NullOr(Schema.String).annotateKey({
    description: "The `category` of the draft, if it is a text of at most 120 characters.",
  }),
}).annotate({
  identifier: "BuilderTemplateInfo",
  description: "A template in the list of the builder.",
});
export type BuilderTemplateInfo = typeof BuilderTemplateInfo.Type;

/** The version to publish again. */
export const Rollback = Schema.Struct({
  versionNumber: Schema.Int.annotateKey({ description: "Number of the version to publish again." }),
}).annotate({ identifier: "Rollback", description: "The earlier version to publish again." });
export type Rollback = typeof Rollback.Type;

/** A layout to preview, with data or sample data. */
export const PreviewLayout = Schema.Struct({
  layout: Schema.JsonObject.annotateKey({
    description: "Layout to render, with `manifest` and `pageConfig` as optional members.",
  }),
  data: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)).annotateKey({
    description: "Data of the variables and loops. Default: sample data.",
  }),
  name: Schema.optionalKey(Schema.String.check(maxCharacters(120))).annotateKey({
    description: "Title of the PDF, at most 120 characters. Default: `Untitled template`.",
  }),
}).annotate({
  identifier: "PreviewLayout",
  description: "A layout to preview, with data or sample data.",
});
export type PreviewLayout = typeof PreviewLayout.Type;
