import type { Certificate, CertifiedEvent } from "@paraph/core/builtin_provider";

import { addBrand, addBrandFooter } from "./brand_section.ts";
import { COLOURS, LayoutBuilder, type FinishedLayout } from "./layout_builder.ts";
import { addRecipient, addLabelledValue } from "./recipient_section.ts";
import { addThumbnails } from "./thumbnail_section.ts";
import { addVerificationCode } from "./verification_code.ts";
import { formatTimeWithMillis, oneLine, Words } from "./words.ts";

const LEFT = 18;
const WIDTH = 174;
const FOOT = 282;

/**
 * Returns the layout of the certificate of a request that has ended, and its data.
 *
 * @param showPages Whether it has images of the first pages of the document.
 */
export function completionCertificate(
  certificate: Certificate,
  { showPages }: { readonly showPages: boolean },
): FinishedLayout {
  const builder = new LayoutBuilder(18);
  const words = new Words(certificate.language);
  const { texts } = words;
  const column = { left: LEFT, width: WIDTH };
  addBrand(builder, certificate.branding, column);
  drawHead(builder, certificate, words);
  drawRequest(builder, certificate, words);
  drawDocument(builder, certificate, words);
  if (showPages) addThumbnails(builder, certificate, words);
  drawSeal(builder, certificate, words);
  section(builder, texts.recipients.title);
  for (const recipient of certificate.recipients) addRecipient(builder, recipient, words);
  drawConsent(builder, certificate, words);
  drawEvents(builder, certificate, words);
  drawVerification(builder, certificate, words);
  addBrandFooter(builder, certificate.branding, column);
  drawFoot(builder, certificate, words);
  return builder.finish(
    `${texts.outcomes[certificate.outcome].title}: ${oneLine(certificate.name, 255)}`,
    certificate.language,
  );
}

function drawHead(builder: LayoutBuilder, { outcome }: Certificate, { texts }: Words): void {
  const { title, lead } = texts.outcomes[outcome];
  builder.text(
    title,
    { x: LEFT, y: 0, width: 140, height: 11 },
    {
      fontSize: 24,
      minFontSize: 12,
      fontName: "Roboto-Bold",
      fontColor: COLOURS.accent,
      lineHeight: 1,
    },
  );
  builder.text(
    "PARAPH",
    { x: LEFT + 140, y: 2.4, width: 34, height: 5 },
    { fontSize: 8, fontColor: COLOURS.muted, characterSpacing: 1.6, alignment: "right" },
  );
  // Grows slightly, so that everything below flows instead of keeping its designed position.
  builder.text(
    lead,
    { x: LEFT, y: 13, width: WIDTH, height: 2 },
    { fontSize: 9.5, fontColor: COLOURS.muted, lineHeight: 1.4, grows: true },
  );
  builder.advance(20);
}

function drawRequest(builder: LayoutBuilder, certificate: Certificate, words: Words): void {
  const { request: texts, outcomes } = words.texts;
  const { name, requestId, sender, createdAt, outcome, endedAt, reason, document } = certificate;
  const half = WIDTH / 2;
  builder.text(
    oneLine(name, 255),
    { x: LEFT, y: 0, width: WIDTH, height: 8 },
    {
      fontSize: 14,
      fontName: "Roboto-Medium",
      minFontSize: 6,
      lineHeight: 1.15,
      verticalAlignment: "bottom",
      keepWithNext: true,
    },
  );
  builder.advance(10.5);
  const finishedCount = certificate.recipients.filter(
    ({ finishedAt }) => finishedAt !== null,
  ).length;
  const rows = [
    [texts.id, requestId, texts.sender, oneLine(sender, 200)],
    [texts.sent, words.time(createdAt), outcomes[outcome].ended, words.time(endedAt)],
    [
      texts.pages,
      words.say("{count}", { count: document.pageCount }),
      texts.signedBy,
      words.say(texts.people, { count: finishedCount }),
    ],
  ];
  rows.forEach(([left = "", value = "", right = "", other = ""], index) => {
    const box = { y: index * 5.4, height: 5 };
    addLabelledValue(builder, left, value, { x: LEFT, width: half - 26, ...box }, 22);
    addLabelledValue(builder, right, other, { x: LEFT + half, width: half - 31, ...box }, 31);
  });
  builder.advance(rows.length * 5.4 + 4);
  if (reason !== null)
    paragraph(builder, words.say(texts.reason, { reason: oneLine(reason, 500) }));
}

/** Rows on a pale background, each with a value on one line. */
function panel(builder: LayoutBuilder, rows: ReadonlyArray<readonly [string, string]>): void {
  const height = rows.length * 5.4 + 4;
  builder.rectangle({ x: LEFT, y: 0, width: WIDTH, height }, COLOURS.pale, 1.5);
  rows.forEach(([label, value], index) => {
    const box = { x: LEFT + 4, y: 2 + index * 5.4, width: WIDTH - 8 - 44, height: 5.4 };
    addLabelledValue(builder, label, value, box, 44);
  });
  builder.advance(height + 4);
}

function drawDocument(
  builder: LayoutBuilder,
  { document }: Certificate,
  { texts: { document: texts } }: Words,
): void {
  section(builder, texts.title);
  panel(builder, [
    [texts.original, document.originalSha256],
    ...(document.sealedSha256 === null ? [] : [[texts.sealed, document.sealedSha256] as const]),
  ]);
}

/** The baseline levels of PAdES, which have no translation. */
const LEVELS = { "PAdES B-B": "PAdES baseline B-B", "PAdES B-T": "PAdES baseline B-T" } as const;

function drawSeal(builder: LayoutBuilder, { seal }: Certificate, words: Words): void {
  if (seal === null) return;
  const { seal: texts } = words.texts;
  section(builder, texts.title);
  panel(builder, [
    [texts.by, oneLine(seal.subject, 200)],
    [texts.fingerprint, seal.fingerprint],
    ...(seal.rootFingerprint === null ? [] : [[texts.root, seal.rootFingerprint] as const]),
    [texts.level, words.say(texts.levelText, { level: LEVELS[seal.level] })],
    [texts.at, words.say(texts.atText, { time: words.time(seal.at) })],
    [
      texts.timestamp,
      seal.timestamp === null
        ? texts.noTimestamp
        : words.say(texts.timestampText, { time: words.time(seal.timestamp.at) }),
    ],
    ...(seal.timestamp === null
      ? []
      : [[texts.authority, oneLine(seal.timestamp.authority, 200)] as const]),
  ]);
  const note = words.say(texts.note, { subject: oneLine(seal.subject, 200) });
  paragraph(builder, seal.selfSigned ? words.say(texts.selfSigned, { note }) : note);
}

function drawConsent(builder: LayoutBuilder, { consents }: Certificate, words: Words): void {
  const { consent: texts } = words.texts;
  for (const { language, text, sha256 } of consents) {
    section(builder, words.say(texts.title, { language: words.nameOf(language) }));
    paragraph(builder, text);
    addLabelledValue(
      builder,
      texts.sha256,
      sha256,
      { x: LEFT, y: 0, width: WIDTH - 36, height: 5 },
      36,
    );
    builder.advance(10);
  }
}

function eventText({ type, email }: Pick<CertifiedEvent, "type" | "email">, words: Words): string {
  const { types, about } = words.texts.events;
  const event = types[type];
  return email === null ? event : words.say(about, { event, email });
}

function drawEvents(builder: LayoutBuilder, { events, head }: Certificate, words: Words): void {
  const { events: texts } = words.texts;
  section(builder, texts.title);
  paragraph(builder, texts.lead);
  const columns = [
    { head: "#", share: 6 },
    { head: texts.time, share: 20 },
    { head: texts.what, share: 21 },
    { head: texts.who, share: 24 },
    { head: "SHA-256", share: 29 },
  ];
  const rows = events.map(({ seq, at, who, hash, ...event }) => [
    String(seq),
    formatTimeWithMillis(at),
    oneLine(eventText(event, words), 300),
    oneLine(who, 300),
    // Two lines of one length.
    `${hash.slice(0, 32)}\n${hash.slice(32)}`,
  ]);
  builder.table(columns, rows, { x: LEFT, y: 0, width: WIDTH, height: 10, fontSize: 7 });
  builder.advance(13);
  addLabelledValue(builder, texts.last, head, { x: LEFT, y: 0, width: WIDTH - 24, height: 5 }, 24);
  builder.advance(10);
}

function drawVerification(
  builder: LayoutBuilder,
  { outcome, head, verificationUrl }: Certificate,
  words: Words,
): void {
  const { verify: texts } = words.texts;
  section(builder, texts.title);
  addVerificationCode(builder, verificationUrl, texts);
  const isSealed = outcome === "completed";
  const steps = [
    texts.operator,
    isSealed ? texts.sealed : texts.unsealed,
    texts.readers,
    isSealed ? texts.sealedSha256 : texts.sentSha256,
    words.say(texts.audit, { head: head.slice(0, 16) }),
  ];
  steps.forEach((step, index) => {
    builder.text(
      `${index + 1}.`,
      { x: LEFT, y: 0, width: 6, height: 4 },
      { fontColor: COLOURS.muted, lineHeight: 1.35 },
    );
    builder.text(
      step,
      { x: LEFT + 6, y: 0, width: WIDTH - 6, height: 4 },
      { lineHeight: 1.35, grows: true },
    );
    builder.advance(6);
  });
}

function drawFoot(
  builder: LayoutBuilder,
  { requestId, outcome }: Certificate,
  { texts }: Words,
): void {
  const style = { fontSize: 7.5, fontColor: COLOURS.muted };
  const box = { y: FOOT, width: WIDTH / 2, height: 4 };
  builder.textEverywhere(
    `${texts.outcomes[outcome].title} · ${requestId}`,
    { x: LEFT, ...box },
    style,
  );
  builder.pageNumbers(
    texts.pageNumber,
    { x: LEFT + WIDTH / 2, ...box },
    { ...style, alignment: "right" },
  );
}

/** A heading, which stays with its section. */
function section(builder: LayoutBuilder, name: string): void {
  builder.text(
    name,
    { x: LEFT, y: 0, width: WIDTH, height: 6.5 },
    { fontSize: 12, fontName: "Roboto-Medium", fontColor: COLOURS.accent, keepWithNext: true },
  );
  builder.advance(8.5);
}

function paragraph(builder: LayoutBuilder, text: string): void {
  builder.text(
    text,
    { x: LEFT, y: 0, width: WIDTH, height: 4 },
    { fontSize: 8.5, lineHeight: 1.4, fontColor: COLOURS.ink, grows: true },
  );
  builder.advance(7);
}
