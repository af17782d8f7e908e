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
  updatedAt: Timestamp.pipe(describeEncoded("When the project was last renamed, or created.")),
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

/** A new name. The slug does not change. */
export const RenameProject = Schema.Struct({
  name: ProjectName.annotateKey({ description: "The new name: 1 to 200 characters." }),
}).annotate({
  identifier: "RenameProject",
  description: "A new name of a project. The slug does not change.",
});
export type RenameProject = typeof RenameProject.Type;

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
