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
          summary: "Erase the data of an email address. Returns what must be retained",
        }),
      ),
  )
  .middleware(ProjectKey)
  .annotateMerge(OpenApi.annotations({ description: "Erasure requests (GDPR, Art. 17)." })) {}
