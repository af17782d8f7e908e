import { Schema } from "effect";

import { type AccountId, ProjectId, Slug, Timestamp } from "../values/mod.ts";

/** What a project may be called: 1 to 200 characters. */
export const ProjectName = Schema.String.check(Schema.isBetweenLength(1, 200));

/** A project: the scope of templates, renders and keys (interface, Project). */
export const Project = Schema.Struct({
  id: ProjectId,
  slug: Slug,
  name: ProjectName,
  createdAt: Timestamp,
  updatedAt: Timestamp,
}).annotate({ identifier: "Project" });
export type Project = typeof Project.Type;

/** A project and the account that owns it. */
export interface OwnedProject extends Project {
  readonly accountId: AccountId;
}
