import { Schema } from "effect";

import {
  type AccountId,
  describeEncoded,
  ProjectId,
  Slug,
  Timestamp,
  visibleName,
} from "../values/mod.ts";

/** The name of a project: 1 to 200 characters. */
export const ProjectName = visibleName(200);

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

/** A project and the account that owns it. */
export interface OwnedProject extends Project {
  readonly accountId: AccountId;
}
