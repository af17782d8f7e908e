import { DateTime, Effect } from "effect";

import { sha256Hex } from "./audit_chain.ts";
import { canonicalJson } from "./canonical_json.ts";
import { whoIs } from "./recipient_words.ts";
import type { SigningEnvelope } from "./signing_envelope.ts";

/** What the audit trail has of an envelope as it was sent: whatever is to stay as it was then. */
export const sentDetails = Effect.fnUntraced(function* (envelope: SigningEnvelope) {
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
        return [id, `${order}. ${designation}: ${whoIs(recipient)}`] as const;
      }),
    ),
  };
});
