import { ErasedRecipient, EraseRecipient } from "@paraph/core/erasure";
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api";

import { ProjectKey } from "../_auth/project_key.ts";
import { bodyErrors } from "../_wire/body/json_body.ts";
import { RequestShape } from "../_wire/errors/request_shape.ts";

/** Erasure requests. */
export class ErasuresApi extends HttpApiGroup.make("erasures")
  .add(
    HttpApiEndpoint.post("create", "/v1/erasures", {
      payload: EraseRecipient,
      success: ErasedRecipient,
      error: [...bodyErrors],
    })
      .middleware(RequestShape)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Erase an email address",
          description: [
            "Erases the address in the project immediately: in shares, emails, engagement events, the event",
            "stream and forms. With `documents: true`, renders that contain the address are deleted too. This",
            "cannot be undone. The response lists the records that still contain the address. The request is",
            "safe to repeat.",
          ].join("\n"),
        }),
      ),
  )
  .middleware(ProjectKey) {}
