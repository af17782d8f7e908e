import type { CertifiedRecipient } from "@paraph/core/builtin_provider";
import type { InputRow } from "@paraph/core/manifests";

import { deviceOf } from "./device.ts";
import { type Fact, oneLine, rowsOf, type Words } from "./words.ts";

/** The actions of a recipient and their evidence, without the drawings of a signature and initials. */
export function recipientRow(recipient: CertifiedRecipient, words: Words): InputRow {
  const { designation, order, userAgent, signature, initials, fields } = recipient;
  const { recipients: texts, fields: fieldTexts } = words.texts;
  const isCopy = designation === "CC";
  return {
    name: oneLine(recipient.name, 201),
    role: words.say(texts.order, { role: texts.roles[designation], order }),
    agent: isCopy || userAgent === null ? null : oneLine(userAgent, 400),
    signatureCaption: signature === null ? null : texts.signatures[signature.kind],
    initialsCaption: initials === null ? null : texts.initials[initials.kind],
    facts: rowsOf(isCopy ? [emailOf(recipient, words)] : signerFacts(recipient, words)),
    fields: fields.map(({ type, page, sha256 }) => ({
      type: fieldTexts.types[type],
      page: String(page),
      sha256,
    })),
  };
}

function emailOf({ email }: CertifiedRecipient, { texts }: Words): Fact {
  return [texts.recipients.email, oneLine(email, 255)];
}

function signerFacts(recipient: CertifiedRecipient, words: Words): ReadonlyArray<Fact> {
  const { designation, userAgent, sourceIp, finishedAt, declinedAt, consentedAt, timeZone } =
    recipient;
  const { recipients: texts } = words.texts;
  const finished = designation === "Approver" ? texts.approved : texts.signed;
  const consented = {
    time: words.time(consentedAt),
    language: words.nameOf(recipient.consentLanguage),
  };
  return [
    emailOf(recipient, words),
    [texts.authentication, authenticationOf(recipient, words)],
    [
      texts.delegatedBy,
      recipient.delegatedBy === null ? null : oneLine(recipient.delegatedBy, 300),
    ],
    [
      texts.invited,
      words.say(texts.invitations[recipient.invitation], { time: words.time(recipient.invitedAt) }),
    ],
    [texts.viewed, words.time(recipient.viewedAt)],
    [
      texts.consented,
      consentedAt === null ? consented.time : words.say(texts.consentedIn, consented),
    ],
    declinedAt === null
      ? [finished, words.time(finishedAt)]
      : [texts.declined, words.time(declinedAt)],
    [
      texts.localTime,
      timeZone === null || finishedAt === null ? null : words.localTime(finishedAt, timeZone),
    ],
    [texts.ip, sourceIp === null ? "–" : oneLine(sourceIp, 64)],
    [texts.device, userAgent === null ? "–" : deviceOf(userAgent, words)],
  ];
}

/** How a recipient was identified. In person, no emailed link was used. */
function authenticationOf(
  { authentication, host, phone }: CertifiedRecipient,
  words: Words,
): string {
  const { authentications, inPerson } = words.texts.recipients;
  const values = { phone: oneLine(phone ?? "–", 20) };
  if (host === null) return words.say(authentications[authentication], values);
  const method = authentication === "embedded" ? "link" : authentication;
  return words.say(inPerson[method], { ...values, host: oneLine(host, 200) });
}
