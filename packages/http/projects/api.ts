import { KeyInfo, CreatedProjectKey, CreateKey, RevokedKey } from "@paraph/core/keys";
import { CreateProject, DeletedProject, Project, RenameProject } from "@paraph/core/projects";
import {
  CopyTemplate,
  NoPublishedVersion,
  TemplateCopy,
  TemplateNotFound,
  VersionConflict,
} from "@paraph/core/templates";
import { NotFound } from "@paraph/core/values";
import { Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api";

import { AccountKey } from "../_auth/account_key.ts";
import { bodyErrors } from "../_wire/body/json_body.ts";
import { wire } from "../_wire/errors/error.ts";
import { RequestShape } from "../_wire/errors/request_shape.ts";
import { idempotentHeaders } from "../_wire/request/idempotency_key.ts";
import { OwnedProject } from "./owned_project.ts";

/** All projects of an account that are not deleted. */
const ProjectList = Schema.Struct({ projects: Schema.Array(Project) }).annotate({
  identifier: "ProjectList",
});

/** All keys of a project, including revoked ones. */
const KeyList = Schema.Struct({ keys: Schema.Array(KeyInfo) }).annotate({ identifier: "KeyList" });

/** Any text: invalid ids are 404. */
const params = { id: Schema.String };

/** Projects of an account, their keys, and copies of templates into them. */
export class ProjectsApi extends HttpApiGroup.make("projects")
  .add(
    HttpApiEndpoint.get("list", "/v1/projects", { success: ProjectList }).annotateMerge(
      OpenApi.annotations({ summary: "List projects, newest first" }),
    ),
    HttpApiEndpoint.post("create", "/v1/projects", {
      headers: idempotentHeaders,
      payload: CreateProject,
      success: [Project.pipe(HttpApiSchema.status(201)), Project.pipe(HttpApiSchema.status(200))],
      // An idempotent replay fails if its project was deleted.
      error: [...bodyErrors, wire(NotFound)],
    })
      .middleware(RequestShape)
      .annotateMerge(OpenApi.annotations({ summary: "Create a project (201), or replay (200)" })),
    HttpApiEndpoint.get("get", "/v1/projects/:id", { params, success: Project })
      .middleware(OwnedProject)
      .annotateMerge(OpenApi.annotations({ summary: "Get a project" })),
    HttpApiEndpoint.patch("rename", "/v1/projects/:id", {
      params,
      payload: RenameProject,
      success: Project,
      error: bodyErrors,
    })
      .middleware(OwnedProject)
      .annotateMerge(OpenApi.annotations({ summary: "Rename a project. Its slug stays the same" })),
    HttpApiEndpoint.delete("remove", "/v1/projects/:id", { params, success: DeletedProject })
      .middleware(OwnedProject)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Delete a project. Its keys become invalid, its slug stays reserved",
        }),
      ),
    HttpApiEndpoint.get("listKeys", "/v1/projects/:id/keys", { params, success: KeyList })
      .middleware(OwnedProject)
      .annotateMerge(OpenApi.annotations({ summary: "List a project's keys, newest first" })),
    HttpApiEndpoint.post("mintKey", "/v1/projects/:id/keys", {
      params,
      headers: idempotentHeaders,
      payload: CreateKey,
      success: [
        CreatedProjectKey.pipe(HttpApiSchema.status(201)),
        CreatedProjectKey.pipe(HttpApiSchema.status(200)),
      ],
      error: bodyErrors,
    })
      .middleware(OwnedProject)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Create a project key (201), returned only once, or replay without it (200)",
        }),
      ),
    HttpApiEndpoint.delete("revokeKey", "/v1/projects/:id/keys/:keyId", {
      params: { ...params, keyId: Schema.String },
      success: RevokedKey,
    })
      .middleware(OwnedProject)
      .annotateMerge(OpenApi.annotations({ summary: "Revoke a key immediately" })),
    HttpApiEndpoint.post("copyTemplate", "/v1/projects/:id/templates/copy", {
      params,
      headers: idempotentHeaders,
      payload: CopyTemplate,
      success: [
        TemplateCopy.pipe(HttpApiSchema.status(201)),
        TemplateCopy.pipe(HttpApiSchema.status(200)),
      ],
      error: [
        ...bodyErrors,
        wire(TemplateNotFound),
        wire(NoPublishedVersion),
        wire(VersionConflict),
      ],
    })
      .middleware(RequestShape)
      // Outermost: projects of other accounts are 404, also with an invalid request.
      .middleware(OwnedProject)
      .annotateMerge(
        OpenApi.annotations({
          summary:
            "Copy a template into a project (201), or return the template with its slug (200)",
        }),
      ),
  )
  .middleware(AccountKey)
  .annotateMerge(
    OpenApi.annotations({
      description: "Projects contain templates, renders and keys. An account key manages them.",
    }),
  ) {}
