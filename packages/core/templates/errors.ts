import { Schema } from "effect";

/** The project has no template with this slug (404). */
export class TemplateNotFound extends Schema.TaggedError<TemplateNotFound>()(
  "template_not_found",
  { message: Schema.String },
  {
    description:
      "The project has no template with this slug or ID. Check the slug, and the project of the key.",
  },
) {
  static of(): TemplateNotFound {
    return new TemplateNotFound({ message: "The project has no template with this slug" });
  }
}

/** The template has no version of this number (404). */
export class VersionNotFound extends Schema.TaggedError<VersionNotFound>()(
  "version_not_found",
  { message: Schema.String },
  { description: "The template has no version with this number. List its versions." },
) {
  static of(version: number): VersionNotFound {
    return new VersionNotFound({ message: `The template has no version ${version}` });
  }

  /** The path has no number of a version. */
  static readonly unknown = new VersionNotFound({
    message: "The template has no version with this number",
  });
}

/** Another template has the slug (409). */
export class SlugConflict extends Schema.TaggedError<SlugConflict>()(
  "slug_conflict",
  { message: Schema.String },
  { description: "Another template has this slug. Choose another slug." },
) {
  static of(slug: string): SlugConflict {
    return new SlugConflict({ message: `The slug "${slug}" is taken` });
  }
}

/** A concurrent publication or draft was first; retry (409). */
export class VersionConflict extends Schema.TaggedError<VersionConflict>()(
  "version_conflict",
  { message: Schema.String },
  {
    description: "The template was published or saved at the same time. Read it again, then retry.",
  },
) {
  static of(): VersionConflict {
    return new VersionConflict({ message: "The template was published at the same time; retry" });
  }

  /** The draft is based on an outdated revision. */
  static readonly staleDraft = new VersionConflict({
    message: "The draft was saved in the meantime; load it again",
  });
}

/** The template has no published version to render (409). */
export class NoPublishedVersion extends Schema.TaggedError<NoPublishedVersion>()(
  "no_published_version",
  { message: Schema.String },
  { description: "The template has no published version. Publish it first." },
) {
  static of(): NoPublishedVersion {
    return new NoPublishedVersion({ message: "The template has no published version" });
  }
}
