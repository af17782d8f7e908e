import { Schema } from "effect";

/** The project has no template with this slug (404). */
export class TemplateNotFound extends Schema.TaggedError<TemplateNotFound>()("template_not_found", {
  message: Schema.String,
}) {
  /** Says nothing of other projects. */
  static of(): TemplateNotFound {
    return new TemplateNotFound({ message: "No live template with this slug in the project" });
  }
}

/** The template has no version of this number (404). */
export class VersionNotFound extends Schema.TaggedError<VersionNotFound>()("version_not_found", {
  message: Schema.String,
}) {
  /** Names the version. */
  static of(version: number): VersionNotFound {
    return new VersionNotFound({ message: `The template has no version ${version}` });
  }
}

/** The slug is another template's (409). */
export class SlugConflict extends Schema.TaggedError<SlugConflict>()("slug_conflict", {
  message: Schema.String,
}) {
  /** Names the slug. */
  static of(slug: string): SlugConflict {
    return new SlugConflict({ message: `The slug "${slug}" is taken` });
  }
}

/** Another publication, or another draft, came first; try again (409). */
export class VersionConflict extends Schema.TaggedError<VersionConflict>()("version_conflict", {
  message: Schema.String,
}) {
  /** The only message. */
  static of(): VersionConflict {
    return new VersionConflict({ message: "The template was published at the same time; retry" });
  }

  /** The draft to save is based on an earlier revision than the last. */
  static readonly staleDraft = new VersionConflict({
    message: "The draft was saved in the meantime; load it again",
  });
}

/** The template has nothing published to render (409). */
export class NoPublishedVersion extends Schema.TaggedError<NoPublishedVersion>()(
  "no_published_version",
  { message: Schema.String },
) {
  /** The only message. */
  static of(): NoPublishedVersion {
    return new NoPublishedVersion({ message: "The template has no published version" });
  }
}
