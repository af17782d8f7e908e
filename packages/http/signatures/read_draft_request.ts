import {
  CreateSignature,
  type SignatureDraft,
  validateSignatureRequest,
} from "@paraph/core/signatures";
import { Effect } from "effect";

import { jsonBody } from "../_wire/body/json_body.ts";

const read = jsonBody(CreateSignature, { isStrict: true, problemsOf: validateSignatureRequest });

/** Reads the request of a draft like the body of `POST /v1/signatures`. */
export const readDraftRequest = (request: SignatureDraft["request"]) =>
  read.ofBytes(new TextEncoder().encode(JSON.stringify(request)).buffer).pipe(
    // It was parsed and limited in size before it was stored.
    Effect.catchTags({ invalid_json: Effect.die, payload_too_large: Effect.die }),
  );
