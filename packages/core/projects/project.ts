import { Schema } from "effect";

import { type AccountId, ProjectId, Slug, Timestamp, visibleName } from "../values/mod.ts";

/** The name of a project: 1 to 200 characters. */
export const ProjectName = visibleName(200);

/** A project: the scope of templates, renders and keys (interface, Project). */
export const Project = Schema.Struct({
  id: ProjectId,
  slug: Slug,
  name: Schema.String,
  createdAt: Timestamp,
  updatedAt: Timestamp,
}).annotate({ identifier: "Project" });
export type Project = typeof Project.Type;

/** A project to create. */
export const CreateProject = Schema.Struct({ name: ProjectName }).annotate({
  identifier: "CreateProject",
});
export type CreateProject = typeof CreateProject.Type;

/** A new name. The slug does not change. */
export const RenameProject = Schema.Struct({ name: ProjectName }).annotate({
  identifier: "RenameProject",
});
export type RenameProject = typeof RenameProject.Type;

/** The response to a deletion. */
export const DeletedProject = Schema.Struct({
  id: ProjectId,
  deleted: Schema.Literal(true),
}).annotate({ identifier: "DeletedProject" });
export type DeletedProject = typeof DeletedProject.Type;

/** A project and the account that owns it. */
export interface OwnedProject extends Project {
  readonly accountId: AccountId;
}
