import type { AdoptedSignature, CertifiedRecipient } from "@paraph/core/builtin_provider";

import { deviceOf } from "./device.ts";
import { type LayoutBox, COLOURS, type LayoutBuilder } from "./layout_builder.ts";
import { oneLine, type Words } from "./words.ts";

const LEFT = 18;
const WIDTH = 174;
/** The left edge of a recipient's values, next to the bar. */
const INSIDE = LEFT + 5;
const SIGNATURE = 60;
/** Characters of the `User-Agent` per line. */
const LINE = 130;

/** Adds the actions of a recipient and their evidence. */
export function addRecipient(
  builder: LayoutBuilder,
  recipient: CertifiedRecipient,
  words: Words,
): void {
  const isCopy = recipient.designation === "CC";
  const rows = isCopy ? copyRows(recipient, words) : signerRows(recipient, words);
  const agent = isCopy || recipient.userAgent === null ? "" : oneLine(recipient.userAgent, 400);
  const agentHeight = agent === "" ? 0 : Math.ceil(agent.length / LINE) * 3;
  const height = 9.5 + rows.length * 5 + agentHeight;
  // The bar is as high as the section, so that no page break divides it.
  builder.rectangle({ x: LEFT, y: 0, width: 0.8, height }, COLOURS.accent);
  const { recipients: texts } = words.texts;
  const role = texts.roles[recipient.designation];
  builder.text(
    oneLine(recipient.name, 201),
    { x: INSIDE, y: 0, width: 118, height: 6.5 },
    { fontSize: 12.5, fontName: "Roboto-Medium", minFontSize: 5, verticalAlignment: "middle" },
  );
  builder.text(
    words.say(texts.order, { role, order: recipient.order }),
    { x: LEFT + WIDTH - 50, y: 0, width: 50, height: 6.5 },
    {
      fontSize: 9,
      minFontSize: 5,
      fontColor: COLOURS.muted,
      alignment: "right",
      verticalAlignment: "middle",
    },
  );
  rows.forEach(([label, value], index) => {
    const y = 8.5 + index * 5;
    const width = WIDTH - 5 - 27 - (isCopy ? 0 : SIGNATURE + 5);
    addLabelledValue(builder, label, value, { x: INSIDE, y, width, height: 4.6 }, 27);
  });
  if (agent !== "")
    builder.text(
      agent,
      { x: INSIDE, y: 9.5 + rows.length * 5, width: WIDTH - 5, height: agentHeight },
      { fontSize: 6.5, fontColor: COLOURS.muted, minFontSize: 3 },
    );
  const place = { x: LEFT + WIDTH - SIGNATURE, y: 9, width: SIGNATURE, height: 20 };
  if (recipient.signature !== null) {
    const caption = texts.signatures[recipient.signature.kind];
    addSignature(builder, recipient.signature, caption, place);
  }
  if (recipient.initials !== null) {
    const below = { ...place, y: recipient.signature === null ? 9 : 33, height: 8, width: 28 };
    const caption = texts.initials[recipient.initials.kind];
    addSignature(builder, recipient.initials, caption, below);
  }
  builder.advance(height + 2.5);
  drawFields(builder, recipient, words);
  builder.advance(5);
}

function drawFields(
  builder: LayoutBuilder,
  { fields }: CertifiedRecipient,
  { texts: { fields: texts } }: Words,
): void {
  if (fields.length === 0) return;
  const rows = fields.map(({ type, page, sha256 }) => [texts.types[type], String(page), sha256]);
  const columns = [
    { head: texts.filledIn, share: 24 },
    { head: texts.page, share: 10 },
    { head: texts.sha256, share: 66 },
  ];
  const box = { x: INSIDE, y: 0, width: WIDTH - 5, height: 10 };
  builder.table(columns, rows, { ...box, fontSize: 7.5 });
  builder.advance(12);
}

type Row = readonly [label: string, value: string];

function copyRows({ email }: CertifiedRecipient, { texts }: Words): ReadonlyArray<Row> {
  return [[texts.recipients.email, oneLine(email, 255)]];
}

function signerRows(recipient: CertifiedRecipient, words: Words): ReadonlyArray<Row> {
  const { designation, userAgent, sourceIp, finishedAt, declinedAt, consentedAt, timeZone } =
    recipient;
  const { recipients: texts } = words.texts;
  const localTime =
    timeZone === null || finishedAt === null ? undefined : words.localTime(finishedAt, timeZone);
  const finished = designation === "Approver" ? texts.approved : texts.signed;
  const consented = {
    time: words.time(consentedAt),
    language: words.nameOf(recipient.consentLanguage),
  };
  return [
    [texts.email, oneLine(recipient.email, 255)],
    [texts.authentication, authenticationOf(recipient, words)],
    ...(recipient.delegatedBy === null
      ? []
      : [[texts.delegatedBy, oneLine(recipient.delegatedBy, 300)] as const]),
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
    ...(localTime === undefined ? [] : [[texts.localTime, localTime] as const]),
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

/** A label and its value, on one line if it fits. */
export function addLabelledValue(
  builder: LayoutBuilder,
  label: string,
  value: string,
  { x, y, width, height }: LayoutBox,
  labelWidth: number,
): void {
  builder.text(
    label,
    { x, y, width: labelWidth, height },
    { fontSize: 8.5, minFontSize: 5, fontColor: COLOURS.muted, verticalAlignment: "middle" },
  );
  builder.text(
    value,
    { x: x + labelWidth, y, width, height },
    { fontSize: 9, minFontSize: 3.5, verticalAlignment: "middle" },
  );
}

/** An adopted signature above its line. */
function addSignature(
  builder: LayoutBuilder,
  signature: AdoptedSignature,
  caption: string,
  { x, y, width, height }: LayoutBox,
): void {
  builder.signature(signature, { x, y, width, height });
  builder.rectangle({ x, y: y + height + 0.8, width, height: 0.2 }, COLOURS.muted);
  builder.text(
    caption,
    { x, y: y + height + 1.4, width, height: 3 },
    { fontSize: 6.5, fontColor: COLOURS.muted, alignment: "center" },
  );
}
