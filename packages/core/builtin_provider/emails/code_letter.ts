import { Duration } from "effect";

import { EMAIL_TEXTS, type Letter, oneLine } from "../../emails/mod.ts";
import { fullName } from "../../signatures/mod.ts";
import type { Language } from "../../values/mod.ts";
import { CODE_LIFETIME } from "../authentication/challenge.ts";
import type { Envelope, EnvelopeRecipient } from "../envelope.ts";

/** Sends a recipient the code that shows the document. It does not name the document. */
export function codeLetter(
  { sender }: Pick<Envelope, "sender">,
  recipient: EnvelopeRecipient,
  {
    code,
    url,
    language,
  }: { readonly code: string; readonly url: string; readonly language: Language },
): Letter {
  const { greeting, code: texts } = EMAIL_TEXTS[language];
  return {
    language,
    subject: texts.subject(code),
    greeting: greeting(oneLine(fullName(recipient), 200)),
    opening: texts.opening(oneLine(sender, 200)),
    code,
    quote: null,
    action: { label: texts.action, url },
    notes: [texts.validFor(Duration.toMinutes(CODE_LIFETIME)), texts.secret],
  };
}
