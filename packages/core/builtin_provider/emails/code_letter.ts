import { type Letter, oneLine } from "../../emails/mod.ts";
import { fullName } from "../../signatures/mod.ts";
import type { Envelope, EnvelopeRecipient } from "../envelope.ts";

/** Sends a recipient the code that shows the document. It does not name the document. */
export function codeLetter(
  { sender }: Pick<Envelope, "sender">,
  recipient: EnvelopeRecipient,
  { code, url }: { readonly code: string; readonly url: string },
): Letter {
  return {
    subject: `${code} is your code`,
    greeting: `Hello ${oneLine(fullName(recipient), 200)},`,
    opening: `Enter this code to open the document from ${oneLine(sender, 200)}: ${code}`,
    quote: null,
    action: { label: "Open the page", url },
    notes: [
      "The code is valid for 10 minutes and works once.",
      "Do not give it to anyone. If you did not request it, ignore this email.",
    ],
  };
}
