import { KeyInfo, MintedProjectKey, MintKey, RevokedKey } from "@paraph/core/keys";
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

/** Every live project of an account. */
const ProjectList = Schema.Struct({ projects: Schema.Array(Project) }).annotate({
  identifier: "ProjectList",
});

/** Every key of a project, revoked ones too. */
const KeyList = Schema.Struct({ keys: Schema.Array(KeyInfo) }).annotate({ identifier: "KeyList" });

/** Any text: what is no id is 404. */
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
      // The project of an idempotency key may be deleted at a replay.
      error: [...bodyErrors, wire(NotFound)],
    })
      .middleware(RequestShape)
      .annotateMerge(OpenApi.annotations({ summary: "Create a project (201), or replay (200)" })),
    HttpApiEndpoint.get("get", "/v1/projects/:id", { params, success: Project })
      .middleware(OwnedProject)
      .annotateMerge(OpenApi.annotations({ summary: "Read a project" })),
    HttpApiEndpoint.patch("rename", "/v1/projects/:id", {
      params,
      payload: RenameProject,
      success: Project,
      error: bodyErrors,
    })
      .middleware(OwnedProject)
      .annotateMerge(OpenApi.annotations({ summary: "Rename a project; its slug stays" })),
    HttpApiEndpoint.delete("remove", "/v1/projects/:id", { params, success: DeletedProject })
      .middleware(OwnedProject)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Delete a project; its keys open nothing, its slug stays reserved",
        }),
      ),
    HttpApiEndpoint.get("listKeys", "/v1/projects/:id/keys", { params, success: KeyList })
      .middleware(OwnedProject)
      .annotateMerge(OpenApi.annotations({ summary: "List a project's keys, newest first" })),
    HttpApiEndpoint.post("mintKey", "/v1/projects/:id/keys", {
      params,
      headers: idempotentHeaders,
      payload: MintKey,
      success: [
        MintedProjectKey.pipe(HttpApiSchema.status(201)),
        MintedProjectKey.pipe(HttpApiSchema.status(200)),
      ],
      error: bodyErrors,
    })
      .middleware(OwnedProject)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Mint a key of a project (201), shown once, or replay without the secret (200)",
        }),
      ),
    HttpApiEndpoint.delete("revokeKey", "/v1/projects/:id/keys/:keyId", {
      params: { ...params, keyId: Schema.String },
      success: RevokedKey,
    })
      .middleware(OwnedProject)
      .annotateMerge(OpenApi.annotations({ summary: "Revoke a key, at once and everywhere" })),
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
      // Outside of the shape: another account's project is 404, whatever the body.
      .middleware(OwnedProject)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Copy a template into a project (201), or show what has its slug (200)",
        }),
      ),
  )
  .middleware(AccountKey)
  .annotateMerge(
    OpenApi.annotations({
      description: "Projects hold templates, renders and keys; an account key manages them.",
    }),
  ) {}
