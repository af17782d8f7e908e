import {
  CreateSignature,
  type SendSignatureDraft,
  type SignatureDraft,
  validateSignatureRequest,
  withAccessCodes,
} from "@paraph/core/signatures";
import { InvalidRequest } from "@paraph/core/values";
import { Effect, Result } from "effect";

import { jsonBody } from "../_wire/body/json_body.ts";

const read = jsonBody(CreateSignature, { isStrict: true, problemsOf: validateSignatureRequest });

/** Returns a reader of the request of a draft, which reads it like the body of `POST /v1/signatures`. */
export const readDraftRequest =
  ({ accessCodes = [] }: SendSignatureDraft) =>
  (request: SignatureDraft["request"]) => {
    const complete = withAccessCodes(request, accessCodes);
    if (Result.isFailure(complete)) return Effect.fail(InvalidRequest.of(complete.failure));
    return read.ofBytes(new TextEncoder().encode(JSON.stringify(complete.success)).buffer).pipe(
      // It was parsed and limited in size before it was stored.
      Effect.catchTags({ invalid_json: Effect.die, payload_too_large: Effect.die }),
    );
  };
