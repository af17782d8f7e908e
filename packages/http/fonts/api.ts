import { AddFont, Font, MAX_FONT_BYTES, RemovedFont } from "@paraph/core/fonts";
import { Conflict, NotFound } from "@paraph/core/values";
import { Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api";

import { ProjectKey } from "../_auth/project_key.ts";
import { WorkShare } from "../_limits/work_share.ts";
import { bodyErrors } from "../_wire/body/json_body.ts";
import { PayloadOptions } from "../_wire/body/payload.ts";
import { wire } from "../_wire/errors/error.ts";
import { RequestShape } from "../_wire/errors/request_shape.ts";
import { idempotentHeaders } from "../_wire/request/idempotency_key.ts";
import { describeResponses } from "../_wire/response/describe_responses.ts";

/** All fonts of a project. */
const FontList = Schema.Struct({
  fonts: Schema.Array(Font).annotateKey({ description: "The fonts, by name." }),
}).annotate({ identifier: "FontList", description: "All fonts of a project." });

/** A font of the maximum size in base64, with line ends (escaped CRLF), and the rest of the body. */
const MAX_BODY_BYTES = Math.ceil((MAX_FONT_BYTES * 4) / 3) + 2 * 1024 * 1024;

/** The fonts of a project. */
export class FontsApi extends HttpApiGroup.make("fonts")
  .add(
    HttpApiEndpoint.post("add", "/v1/fonts", {
      headers: idempotentHeaders,
      payload: AddFont,
      success: [Font.pipe(HttpApiSchema.status(201)), Font.pipe(HttpApiSchema.status(200))],
      // An idempotent replay fails if its font was deleted.
      error: [...bodyErrors, wire(Conflict), wire(NotFound)],
    })
      .middleware(RequestShape)
      .middleware(WorkShare)
      .annotate(PayloadOptions, { minBytesLimit: MAX_BODY_BYTES })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Add a font",
          description: [
            "Adds a TrueType or OpenType font, also a variable one, that layouts of the project use by its name.",
            "The file has at most 20 MiB, and its licence must allow embedding and subsets (`OS/2.fsType`).",
            "Family, style, weight and scripts are read from the file. A name that has another file is 409;",
            "delete that font first. A project has at most 100 fonts and 500 MiB.",
          ].join("\n"),
          transform: describeResponses({
            201: "The new font.",
            200: "The font exists with the same file, or an idempotent replay.",
          }),
        }),
      ),
    HttpApiEndpoint.get("list", "/v1/fonts", { success: FontList }).annotateMerge(
      OpenApi.annotations({
        summary: "List fonts",
        description:
          "All fonts of the project, by name. The fonts that are part of Paraph are not listed.",
      }),
    ),
    HttpApiEndpoint.delete("remove", "/v1/fonts/:name", {
      params: { name: Schema.String.annotate({ description: "Name of the font." }) },
      success: RemovedFont,
      error: wire(NotFound),
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Delete a font",
        description:
          "Deletes the font and frees its name. Published versions that use it keep its file and render as before.",
      }),
    ),
  )
  .middleware(ProjectKey) {}
