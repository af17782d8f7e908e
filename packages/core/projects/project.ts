import { Option, Schema } from "effect";

import {
  type AccountId,
  describeEncoded,
  type Language,
  LANGUAGES,
  ProjectId,
  Slug,
  Timestamp,
  visibleName,
} from "../values/mod.ts";
import { type Branding, BrandingView, UpdateBranding } from "./branding.ts";
import { type Logo, logoDataUri, type LogoRef } from "./logo.ts";

/** The name of a project: 1 to 200 characters. */
export const ProjectName = visibleName(200);

/** The language of emails, consent and certificates, and of templates without a language. */
const ProjectLanguage = Schema.Literals(LANGUAGES);

/** The language of projects that set none. */
export const DEFAULT_PROJECT_LANGUAGE: Language = "en";

const LANGUAGE_DESCRIPTION =
  "The language of emails, consent and certificates of which no request says another, and of new versions of templates without a language.";

/** A project: the scope of templates, renders and keys (interface, Project). */
export const Project = Schema.Struct({
  id: ProjectId.annotateKey({ description: "The ID of the project." }),
  slug: Slug.annotateKey({
    description:
      "Derived from the name at creation, with a number if it is taken. It never changes and is never reused.",
  }),
  name: Schema.String.annotateKey({ description: "The name, for people." }),
  createdAt: Timestamp.pipe(describeEncoded("When the project was created.")),
  publicDownloads: Schema.Boolean.annotateKey({
    description:
      "Whether renders have a public `downloadUrl`. If not, it is `null`, and earlier URLs return 404.",
  }),
  branding: BrandingView.annotateKey({
    description: "What the pages, emails and certificates of the project show of its sender.",
  }),
  language: ProjectLanguage.annotateKey({ description: LANGUAGE_DESCRIPTION }),
  updatedAt: Timestamp.pipe(describeEncoded("When the project was last changed, or created.")),
}).annotate({
  identifier: "Project",
  description: "A project: the scope of templates, renders and project keys.",
});
export type Project = typeof Project.Type;

/** A project to create. */
export const CreateProject = Schema.Struct({
  name: ProjectName.annotateKey({
    description: "The name, from which the slug is derived: 1 to 200 characters.",
  }),
}).annotate({ identifier: "CreateProject", description: "A project to create." });
export type CreateProject = typeof CreateProject.Type;

/** Changes of a project. Absent fields do not change. The slug never changes. */
export const UpdateProject = Schema.Struct({
  name: Schema.optionalKey(ProjectName).annotateKey({
    description: "The new name: 1 to 200 characters. Required if there is no other change.",
  }),
  publicDownloads: Schema.optionalKey(Schema.Boolean).annotateKey({
    description:
      "Whether renders have a public `downloadUrl`. With `false`, it is `null` for all renders, earlier URLs return 404, and public copies in a bucket are removed.",
  }),
  branding: Schema.optionalKey(Schema.NullOr(UpdateBranding)).annotateKey({
    description:
      "What pages, emails and certificates show of you. Absent fields do not change, `null` removes a field; `null` instead of the object removes all.",
  }),
  language: Schema.optionalKey(ProjectLanguage).annotateKey({ description: LANGUAGE_DESCRIPTION }),
})
  .annotate({
    description: "Changes of a project. Absent fields do not change. The slug never changes.",
  })
  .check(Schema.makeFilter(hasChange))
  .annotate({ identifier: "UpdateProject" });
export type UpdateProject = typeof UpdateProject.Type;

function hasChange(change: object): undefined | { path: ReadonlyArray<string>; issue: string } {
  return Object.keys(change).length > 0
    ? undefined
    : { path: ["name"], issue: "Expected a name, or another change" };
}

/** The response to a deletion. */
export const DeletedProject = Schema.Struct({
  id: ProjectId.annotateKey({ description: "The ID of the project." }),
  deleted: Schema.Literal(true).annotateKey({ description: "Always `true`." }),
}).annotate({ identifier: "DeletedProject", description: "The deleted project." });
export type DeletedProject = typeof DeletedProject.Type;

/** A project with its stored branding. */
export interface StoredProject extends Omit<Project, "branding"> {
  readonly branding: Branding;
}

/** The name of a sender that people see: the one of the branding, or of the project. */
export function senderName({ name, branding }: Pick<StoredProject, "name" | "branding">): string {
  return branding.name ?? name;
}

/** The language of a project; the default for a project that does not exist. */
export function projectLanguage(
  settings: Option.Option<{ readonly language: Language }>,
): Language {
  return Option.match(settings, {
    onNone: () => DEFAULT_PROJECT_LANGUAGE,
    onSome: ({ language }) => language,
  });
}

/**
 * The language that a project declares for the documents of its templates; null if it declares none.
 *
 * `en` declares none: projects have it without setting it. If it did, their justified texts, which are not
 * hyphenated without a declared language, would have other line breaks in new versions.
 */
export function declaredLanguage(language: Language): Language | null {
  return language === DEFAULT_PROJECT_LANGUAGE ? null : language;
}

/** A project and the account that owns it. */
export interface OwnedProject extends StoredProject {
  readonly accountId: AccountId;
}

/**
 * A project in the form of the API.
 *
 * @param base The deployment's `{share_base}`.
 * @param logo The logo of the project, `null` without one; undefined in lists, which have only its URL.
 */
export function projectView(
  { branding, ...project }: StoredProject,
  base: string,
  logo?: Logo | null,
): Project {
  const { name = null, primaryColor = null, replyTo = null, footer = null } = branding;
  const logoUrl = branding.logo === undefined ? null : `${base}${logoPath(branding.logo)}`;
  const rest = { logoUrl, primaryColor, replyTo, footer };
  const view =
    logo === undefined
      ? { name, ...rest }
      : { name, logo: logo === null ? null : logoDataUri(logo), ...rest };
  return { ...project, branding: view };
}

/** The path of a logo, below the public URLs of the deployment. */
export function logoPath({ id }: LogoRef): string {
  return `/logos/${id}`;
}
