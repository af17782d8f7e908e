import { DateTime, Effect } from "effect";

import { fullName } from "../../signatures/mod.ts";
import type { Visitor } from "../../values/mod.ts";
import type { Envelope, EnvelopeRecipient } from "../envelope.ts";
import { canonicalJson, sha256Hex } from "./audit_trail.ts";

/** What the audit trail has of an envelope as it was sent: whatever is to stay as it was then. */
export const sentEventDetails = Effect.fnUntraced(function* (envelope: Envelope) {
  const { name, pageCount, consent, expiresAt, recipients } = envelope;
  const fields = envelope.fields.map(({ options, ...field }) => ({
    ...field,
    options: [...options],
  }));
  return {
    name,
    pageCount,
    expiresAt: DateTime.formatIso(expiresAt),
    consentSha256: yield* sha256Hex(consent),
    fieldsSha256: yield* sha256Hex(canonicalJson(fields)),
    recipients: Object.fromEntries(
      recipients.map((recipient) => {
        const { id, designation, order } = recipient;
        return [id, `${order}. ${designation}: ${recipientLabel(recipient)}`] as const;
      }),
    ),
  };
});

/** Who a recipient is, in words. */
export function recipientLabel(recipient: EnvelopeRecipient): string {
  return `${fullName(recipient)} <${recipient.email}>`;
}

/** What the audit trail has of a visit: whose, and from where as far as that is known. */
export function visitorDetails({ id }: EnvelopeRecipient, { sourceIp, userAgent }: Visitor) {
  return {
    recipientId: id,
    ...(sourceIp === null ? {} : { ip: sourceIp }),
    ...(userAgent === null ? {} : { userAgent }),
  };
}
