import { KeyInfo, CreatedProjectKey, CreateKey, RevokedKey } from "@paraph/core/keys";
import { CreateProject, DeletedProject, Project, UpdateProject } from "@paraph/core/projects";
import { logoIssues } from "@paraph/core/projects/parse_logo";
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
import { PayloadOptions } from "../_wire/body/payload.ts";
import { wire } from "../_wire/errors/error.ts";
import { RequestShape } from "../_wire/errors/request_shape.ts";
import { idempotentHeaders } from "../_wire/request/idempotency_key.ts";
import { describeResponses } from "../_wire/response/describe_responses.ts";
import { OwnedProject } from "./owned_project.ts";

/** All projects of an account that are not deleted. */
const ProjectList = Schema.Struct({
  projects: Schema.Array(Project).annotateKey({ description: "The projects, newest first." }),
}).annotate({ identifier: "ProjectList", description: "All projects of an account." });

/** All keys of a project, including revoked ones. */
const KeyList = Schema.Struct({
  keys: Schema.Array(KeyInfo).annotateKey({
    description: "The keys, newest first, including revoked ones.",
  }),
}).annotate({ identifier: "KeyList", description: "All keys of a project." });

/** A percent-encoded logo of the maximum size, and the rest of the body. */
const MAX_BRANDING_BYTES = 1024 * 1024;

/** Any text: invalid ids are 404. */
const params = { id: Schema.String.annotate({ description: "The ID of the project." }) };

/** Projects of an account, their keys, and copies of templates into them. */
export class ProjectsApi extends HttpApiGroup.make("projects")
  .add(
    HttpApiEndpoint.get("list", "/v1/projects", { success: ProjectList }).annotateMerge(
      OpenApi.annotations({
        summary: "List projects",
        description: "Returns all projects of the account, newest first, without deleted ones.",
      }),
    ),
    HttpApiEndpoint.post("create", "/v1/projects", {
      headers: idempotentHeaders,
      payload: CreateProject,
      success: [Project.pipe(HttpApiSchema.status(201)), Project.pipe(HttpApiSchema.status(200))],
      // An idempotent replay fails if its project was deleted.
      error: [...bodyErrors, wire(NotFound)],
    })
      .middleware(RequestShape)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Create a project",
          description: [
            "Creates a project with a slug that is derived from its name. Create a project key next, because an",
            "account key gives no access to templates and renders. Idempotent with `Idempotency-Key`.",
          ].join("\n"),
          transform: describeResponses({
            201: "The new project.",
            200: "An idempotent replay: the first project in its current state.",
          }),
        }),
      ),
    HttpApiEndpoint.get("get", "/v1/projects/:id", { params, success: Project })
      .middleware(OwnedProject)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Get a project",
          description: "Returns a project of the account. A deleted project is 404.",
        }),
      ),
    HttpApiEndpoint.patch("update", "/v1/projects/:id", {
      params,
      payload: UpdateProject,
      success: Project,
      error: bodyErrors,
    })
      .middleware(OwnedProject)
      .annotate(PayloadOptions, { minBytesLimit: MAX_BRANDING_BYTES, problemsOf: logoIssues })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Change a project",
          description: [
            "Changes the name or the settings of a project. Its slug never changes. With",
            "`publicDownloads: false`, documents can be downloaded only with a project key, from a URL that",
            "expires, or from a share. The pages, emails and certificates of a project show its `branding`.",
          ].join("\n"),
          transform: describeResponses({ 200: "The changed project." }),
        }),
      ),
    HttpApiEndpoint.delete("remove", "/v1/projects/:id", { params, success: DeletedProject })
      .middleware(OwnedProject)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Delete a project",
          description: [
            "Deletes a project. Requests with its keys are rejected immediately. Its records are retained and",
            "its slug stays reserved. A second deletion is 404.",
          ].join("\n"),
        }),
      ),
    HttpApiEndpoint.get("listKeys", "/v1/projects/:id/keys", { params, success: KeyList })
      .middleware(OwnedProject)
      .annotateMerge(
        OpenApi.annotations({
          summary: "List the keys of a project",
          description: [
            "Returns all keys of a project, newest first, including revoked ones. Secrets are not included:",
            "only their hashes are stored.",
          ].join("\n"),
        }),
      ),
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
          summary: "Create a project key",
          description: [
            "Creates a key with full access to the project. The response is the only one that contains the",
            "secret: store it now. An idempotent replay (`Idempotency-Key`) returns `key: null`. To rotate a",
            "key, create the new one, then revoke the old one.",
          ].join("\n"),
          transform: describeResponses({
            201: "The new key with its secret.",
            200: "An idempotent replay: the first key without its secret.",
          }),
        }),
      ),
    HttpApiEndpoint.delete("revokeKey", "/v1/projects/:id/keys/:keyId", {
      params: { ...params, keyId: Schema.String.annotate({ description: "The ID of the key." }) },
      success: RevokedKey,
    })
      .middleware(OwnedProject)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Revoke a project key",
          description: "Revokes a key immediately and permanently, on all nodes.",
        }),
      ),
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
          summary: "Copy a template into a project",
          description: [
            "Copies the current version of a template as version 1 of a new template in the project of the",
            "path. Both projects must be of the account. The copy renders identically. If a template already",
            "has the slug, it is returned unchanged with `alreadyExisted: true`.",
          ].join("\n"),
          transform: describeResponses({
            201: "The copy.",
            200: "The existing template with the slug, or an idempotent replay.",
          }),
        }),
      ),
  )
  .middleware(AccountKey) {}
