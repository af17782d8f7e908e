import { Schema } from "effect";

import type { Occurrence } from "../../webhooks/mod.ts";
import type { StoredSignatureRequest } from "../signature_store.ts";
import { recipientStatus, stepOf } from "./recipient.ts";
import type { SignatureEvent } from "./signature_progress.ts";
import { SignatureRequest } from "./signature_request.ts";
import { signaturePhase } from "./signature_status.ts";

const encode = Schema.encodeSync(SignatureRequest);

/**
 * A request in the form of the API, with the URLs of existing documents.
 *
 * @param base The deployment's `{base_url}`.
 */
export function signatureView(request: StoredSignatureRequest, base: string): SignatureRequest {
  const { id, renderId, name, status, completingSince, expirationHours, expiresAt } = request;
  const { errorMessage, createdAt, completedAt } = request;
  const { message, language, signingOrder, reminders, redirectUrl, allowDelegation } =
    request.options;
  const url = `${base}/v1/signatures/${id}`;
  return {
    id,
    renderId,
    name,
    status,
    phase: signaturePhase(status, completingSince),
    recipients: recipientViews(request),
    expirationHours,
    expiresAt,
    message,
    language,
    signingOrder,
    reminders,
    redirectUrl,
    allowDelegation,
    signedDownloadUrl: request.signedFile === null ? null : `${url}/download`,
    certificateUrl: request.certificateFile === null ? null : `${url}/certificate`,
    errorMessage,
    createdAt,
    completedAt,
  };
}

function recipientViews({ status, recipients, deliveries }: StoredSignatureRequest) {
  return recipients.map((recipient) => {
    const { viewedAt: _, language = null, authentication = null, ...fields } = recipient;
    const delivery = deliveries[recipient.id] ?? null;
    return {
      ...fields,
      step: stepOf(recipient),
      language,
      authentication,
      status: recipientStatus(recipient, { status, recipients, delivery }),
      delivery,
    };
  });
}

/** An event of a request, with the request in the form of the API and the affected recipient. */
export function signatureEvent(
  event: SignatureEvent,
  request: StoredSignatureRequest,
  base: string,
): Occurrence {
  const data = encode(signatureView(request, base));
  const affectedId = "recipientId" in event ? event.recipientId : undefined;
  const recipient = data.recipients.find(({ id }) => id === affectedId);
  return {
    projectId: request.projectId,
    type: event.type,
    data: recipient === undefined ? data : { ...data, recipient },
  };
}
