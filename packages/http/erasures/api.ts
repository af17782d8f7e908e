import { ErasedRecipient, EraseRecipient } from "@paraph/core/erasure";
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api";

import { ProjectKey } from "../_auth/project_key.ts";
import { bodyErrors } from "../_wire/body/json_body.ts";
import { RequestShape } from "../_wire/errors/request_shape.ts";

/** People, taken out of everything that may stay without them. */
export class ErasuresApi extends HttpApiGroup.make("erasures")
  .add(
    HttpApiEndpoint.post("create", "/v1/erasures", {
      payload: EraseRecipient,
      success: ErasedRecipient,
      error: [...bodyErrors],
    })
      .middleware(RequestShape)
      .annotateMerge(
        OpenApi.annotations({ summary: "Erase an address in a project; tells what has to stay" }),
      ),
  )
  .middleware(ProjectKey)
  .annotateMerge(OpenApi.annotations({ description: "People who want to be forgotten." })) {}
