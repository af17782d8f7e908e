import type { SignInLink } from "../console/mod.ts";
import { EMAIL_TEXTS, emailTime, type Letter, oneLine } from "../emails/mod.ts";
import type { Membership } from "./member_store.ts";

/** The email to a member with a link that signs them in. */
export function memberLetter(
  purpose: "invitation" | "signIn",
  { name, language, accountName }: Pick<Membership, "name" | "language" | "accountName">,
  { token, expiresAt }: SignInLink,
  base: string,
): Letter {
  const texts = EMAIL_TEXTS[language];
  const account = oneLine(accountName, 100);
  const { subject, opening, action } = texts.member[purpose];
  return {
    language,
    subject: subject(account),
    greeting: name === null ? null : texts.greeting(oneLine(name, 100)),
    opening: opening(account),
    quote: null,
    // The token is in the fragment, which browsers and proxies do not send.
    action: { label: action, url: `${base}/console#link=${token}` },
    notes: [texts.share.validUntil(emailTime(expiresAt, language)), texts.member.personal],
  };
}
