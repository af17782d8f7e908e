import { DateTime, Effect, Option } from "effect";

import { fullName } from "../../signatures/mod.ts";
import type { Visitor } from "../../values/mod.ts";
import type { Envelope, EnvelopeRecipient } from "../envelope.ts";
import { canonicalJson, sha256Hex } from "./audit_trail.ts";

/** The details of the event `sent`: all properties of an envelope that must not change. */
export const sentEventDetails = Effect.fnUntraced(function* (envelope: Envelope) {
  const { name, pageCount, consent, consents, expiresAt, recipients } = envelope;
  const { message, language, allowDelegation } = envelope.options;
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
    // Trails of earlier releases have no details of options, so defaults are left out.
    ...(message === null ? {} : { messageSha256: yield* sha256Hex(message) }),
    ...(language === null ? {} : { language }),
    ...(allowDelegation ? { allowDelegation } : {}),
    ...(envelope.language === "en" ? {} : { consentLanguage: envelope.language }),
    ...(yield* consentDetails(consents)),
    ...recipientDetails("steps", recipients, ({ step, order }) =>
      step === order ? undefined : String(step),
    ),
    ...recipientDetails("languages", recipients, (recipient) => recipient.language ?? undefined),
    ...recipientDetails(
      "authentications",
      recipients,
      ({ authentication }) => authentication?.method,
    ),
    recipients: Object.fromEntries(
      recipients.map((recipient) => {
        const { id, designation, order } = recipient;
        return [id, `${order}. ${designation}: ${recipientLabel(recipient)}`] as const;
      }),
    ),
  };
});

/** The hashes of the consent texts of recipients with another language; none without any. */
const consentDetails = Effect.fnUntraced(function* (consents: Envelope["consents"]) {
  const entries = yield* Effect.forEach(Object.entries(consents), ([language, text]) =>
    Effect.map(sha256Hex(text), (sha256) => [language, sha256] as const),
  );
  return entries.length === 0 ? {} : { consentsSha256: Object.fromEntries(entries) };
});

/** A property of the recipients that have it, by their ids; none if no recipient has it. */
function recipientDetails(
  name: string,
  recipients: ReadonlyArray<EnvelopeRecipient>,
  valueOf: (recipient: EnvelopeRecipient) => string | undefined,
): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const entries = recipients.flatMap((recipient) => {
    const value = valueOf(recipient);
    return value === undefined ? [] : [[recipient.id, value] as const];
  });
  return entries.length === 0 ? {} : { [name]: Object.fromEntries(entries) };
}

/** The channel of events on the device of a host. */
export const IN_PERSON = "in_person";

/** The name and email address of a recipient in audit trails. */
export function recipientLabel(recipient: EnvelopeRecipient): string {
  return `${fullName(recipient)} <${recipient.email}>`;
}

/** The time zone in the details of a signature; none for a name that this server does not know. */
export function timeZoneDetails(name: string | undefined) {
  const zone = name === undefined ? Option.none() : DateTime.zoneMakeNamed(name);
  return Option.isSome(zone) ? { timeZone: zone.value.id } : {};
}

/** The details of a visit: the recipient, the IP address and the browser. */
export function visitorDetails({ id }: EnvelopeRecipient, { sourceIp, userAgent }: Visitor) {
  return {
    recipientId: id,
    ...(sourceIp === null ? {} : { ip: sourceIp }),
    ...(userAgent === null ? {} : { userAgent }),
  };
}
