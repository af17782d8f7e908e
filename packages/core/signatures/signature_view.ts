import { Schema } from "effect";

import type { Occurrence } from "../webhooks/mod.ts";
import { SignatureRecipient } from "./recipient.ts";
import type { SignatureHappening } from "./signature_progress.ts";
import { SignatureRequest } from "./signature_request.ts";
import type { StoredSignature } from "./signature_store.ts";

const encode = Schema.encodeSync(SignatureRequest);
const encodeRecipient = Schema.encodeSync(SignatureRecipient);

/**
 * A request as the API shows it: with addresses where there is something to download.
 *
 * @param base The deployment's `{base_url}`.
 */
export function signatureView(stored: StoredSignature, base: string): SignatureRequest {
  const { id, renderId, name, status, recipients, expirationHours } = stored;
  const { errorMessage, createdAt, completedAt } = stored;
  const address = `${base}/v1/signatures/${id}`;
  return {
    ...{ id, renderId, name, status, recipients, expirationHours },
    signedDownloadUrl: stored.signedFile === null ? null : `${address}/download`,
    certificateUrl: stored.certificateFile === null ? null : `${address}/certificate`,
    ...{ errorMessage, createdAt, completedAt },
  };
}

/** What partners hear of a request: the request as the API shows it, and the recipient it is about. */
export function signatureEvent(
  happening: SignatureHappening | { readonly type: "signature.sent" | "signature.completed" },
  stored: StoredSignature,
  base: string,
): Occurrence {
  const data = encode(signatureView(stored, base));
  return {
    projectId: stored.projectId,
    type: happening.type,
    data:
      "recipient" in happening
        ? { ...data, recipient: encodeRecipient(happening.recipient) }
        : data,
  };
}
