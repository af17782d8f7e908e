import { type Language, languageOf } from "../../../values/mod.ts";
import type { Envelope, EnvelopeRecipient } from "../../envelope.ts";
import { CONSENTS } from "./consent.ts";

/** A consent text in its language. */
export interface Consent {
  readonly language: Language;
  readonly text: string;
}

/** The language and the consent texts of a new envelope. */
export type EnvelopeConsent = Pick<Envelope, "language" | "consent" | "consents">;

/**
 * The consent texts of a new envelope: in the language of the request or the project, and in those of
 * recipients who have another one.
 *
 * @example A German request to a French recipient
 * ```ts
 * import { envelopeConsent } from "@paraph/core/builtin_provider";
 * import assert from "node:assert/strict";
 *
 * const { language, consents } = envelopeConsent({ language: "de-AT" }, [{ language: "fr" }], "en");
 * assert.equal(language, "de");
 * assert.deepEqual(Object.keys(consents), ["fr"]);
 * ```
 *
 * @param projectLanguage The language of the project.
 */
export function envelopeConsent(
  request: { readonly language: string | null },
  recipients: ReadonlyArray<Pick<EnvelopeRecipient, "language">>,
  projectLanguage: Language,
): EnvelopeConsent {
  const language = languageOf(request.language ?? "") ?? projectLanguage;
  const others = recipients.flatMap((recipient) => {
    const own = languageOf(recipient.language ?? "");
    return own === undefined || own === language ? [] : [[own, CONSENTS[own]] as const];
  });
  return { language, consent: CONSENTS[language], consents: Object.fromEntries(others) };
}

/** The consent text that a recipient agrees to: in their language if the envelope has it. */
export function recipientConsent(
  { language, consent, consents }: EnvelopeConsent,
  recipient: Pick<EnvelopeRecipient, "language">,
): Consent {
  const own = languageOf(recipient.language ?? "");
  const text = own === undefined ? undefined : consents[own];
  return own === undefined || text === undefined
    ? { language, text: consent }
    : { language: own, text };
}
