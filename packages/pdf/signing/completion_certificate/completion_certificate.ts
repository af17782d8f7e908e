import type { Certificate, CertifiedOutcome } from "@paraph/core/builtin_provider";

import { addBrand, addBrandFooter } from "./brand_section.ts";
import { COLOURS, LayoutBuilder, type FinishedLayout } from "./layout_builder.ts";
import { addRecipient, addLabelledValue } from "./recipient_section.ts";
import { formatTimeWithMillis, formatTime, oneLine } from "./words.ts";

const LEFT = 18;
const WIDTH = 174;
const FOOT = 282;

/** Returns the layout of the certificate of a request that has ended, and its data. */
export function completionCertificate(certificate: Certificate): FinishedLayout {
  const builder = new LayoutBuilder(18);
  const column = { left: LEFT, width: WIDTH };
  addBrand(builder, certificate.branding, column);
  drawHead(builder, certificate);
  drawRequest(builder, certificate);
  drawDocument(builder, certificate);
  drawSeal(builder, certificate);
  section(builder, "Recipients");
  for (const recipient of certificate.recipients) addRecipient(builder, recipient);
  drawConsent(builder, certificate);
  drawEvents(builder, certificate);
  drawVerification(builder, certificate);
  addBrandFooter(builder, certificate.branding, column);
  drawFoot(builder, certificate);
  return builder.finish(
    `${OUTCOMES[certificate.outcome].title}: ${oneLine(certificate.name, 255)}`,
  );
}

/** The texts of each end. */
const OUTCOMES = {
  completed: {
    title: "Certificate of completion",
    lead:
      "All signers and approvers have signed or approved the document below. This certificate " +
      "records who signed or approved, when and how. Both files have a digital signature that " +
      "permits no changes; paraph verify checks it.",
    ended: "Completed",
  },
  declined: {
    title: "Certificate: declined",
    lead:
      "A recipient declined the document below, so it was not signed by all. This certificate " +
      "records what happened until then. It has a digital signature that permits no changes; " +
      "paraph verify checks it.",
    ended: "Declined",
  },
  cancelled: {
    title: "Certificate: cancelled",
    lead:
      "The sender cancelled the request before all had signed the document below. This " +
      "certificate records what happened until then. It has a digital signature that permits no " +
      "changes; paraph verify checks it.",
    ended: "Cancelled",
  },
  expired: {
    title: "Certificate: expired",
    lead:
      "The time to sign ended before all had signed the document below. This certificate records " +
      "what happened until then. It has a digital signature that permits no changes; paraph " +
      "verify checks it.",
    ended: "Expired",
  },
} as const satisfies Record<CertifiedOutcome, object>;

function drawHead(builder: LayoutBuilder, { outcome }: Certificate): void {
  const { title, lead } = OUTCOMES[outcome];
  builder.text(
    title,
    { x: LEFT, y: 0, width: 140, height: 11 },
    { fontSize: 24, fontName: "Roboto-Bold", fontColor: COLOURS.accent, lineHeight: 1 },
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

function drawRequest(builder: LayoutBuilder, certificate: Certificate): void {
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
    ["Request", requestId, "Sent by", oneLine(sender, 200)],
    ["Sent", formatTime(createdAt), OUTCOMES[outcome].ended, formatTime(endedAt)],
    [
      "Pages",
      String(document.pageCount),
      "Signed by",
      finishedCount === 1 ? "1 person" : `${finishedCount} people`,
    ],
  ];
  rows.forEach(([left = "", value = "", right = "", other = ""], index) => {
    const box = { y: index * 5.4, height: 5 };
    addLabelledValue(builder, left, value, { x: LEFT, width: half - 24, ...box }, 20);
    addLabelledValue(builder, right, other, { x: LEFT + half, width: half - 22, ...box }, 22);
  });
  builder.advance(rows.length * 5.4 + 4);
  if (reason !== null) paragraph(builder, `Reason: ${oneLine(reason, 500)}`);
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

function drawDocument(builder: LayoutBuilder, { document }: Certificate): void {
  section(builder, "Document");
  panel(builder, [
    ["SHA-256 when sent", document.originalSha256],
    ...(document.sealedSha256 === null
      ? []
      : [["SHA-256 when sealed", document.sealedSha256] as const]),
  ]);
}

const LEVELS = {
  "PAdES B-B": "PAdES baseline B-B, certification signature: no changes permitted",
  "PAdES B-T": "PAdES baseline B-T, certification signature: no changes permitted",
} as const;

function drawSeal(builder: LayoutBuilder, { seal }: Certificate): void {
  if (seal === null) return;
  section(builder, "Seal");
  panel(builder, [
    ["Sealed by", oneLine(seal.subject, 200)],
    ["Certificate, SHA-256", seal.fingerprint],
    ["Level", LEVELS[seal.level]],
    ["Sealed", `${formatTime(seal.at)}, by this service's clock`],
    [
      "Time stamp",
      seal.timestamp === null
        ? "None: all times are those of this service's clock"
        : `${formatTime(seal.timestamp)}, by the time-stamping authority of this service`,
    ],
  ]);
  const selfSignedNote = seal.selfSigned
    ? " This service created the signing certificate itself: no certificate authority confirms " +
      "its name. Compare its SHA-256 with the one that the operator of the service gives you."
    : "";
  paragraph(
    builder,
    `Simple electronic signatures, sealed by ${oneLine(seal.subject, 200)}; not a qualified ` +
      `electronic signature.${selfSignedNote}`,
  );
}

function drawConsent(builder: LayoutBuilder, { consent }: Certificate): void {
  section(builder, "Consent");
  paragraph(builder, consent.text);
  addLabelledValue(
    builder,
    "SHA-256 of this text",
    consent.sha256,
    { x: LEFT, y: 0, width: WIDTH - 36, height: 5 },
    36,
  );
  builder.advance(10);
}

function drawEvents(builder: LayoutBuilder, { events, head }: Certificate): void {
  section(builder, "Audit trail");
  paragraph(
    builder,
    "Every event with its SHA-256, which also covers the event before it: changing, removing or " +
      "moving an event changes all later SHA-256 values. Times are UTC.",
  );
  const columns = [
    { head: "#", share: 6 },
    { head: "Time", share: 20 },
    { head: "What", share: 21 },
    { head: "Who", share: 24 },
    { head: "SHA-256", share: 29 },
  ];
  const rows = events.map(({ seq, at, what, who, hash }) => [
    String(seq),
    formatTimeWithMillis(at),
    oneLine(what, 300),
    oneLine(who, 300),
    // Two lines of one length.
    `${hash.slice(0, 32)}\n${hash.slice(32)}`,
  ]);
  builder.table(columns, rows, { x: LEFT, y: 0, width: WIDTH, height: 10, fontSize: 7 });
  builder.advance(13);
  addLabelledValue(
    builder,
    "Last SHA-256",
    head,
    { x: LEFT, y: 0, width: WIDTH - 24, height: 5 },
    24,
  );
  builder.advance(10);
}

function drawVerification(builder: LayoutBuilder, { outcome, head }: Certificate): void {
  section(builder, "How to verify");
  const isSealed = outcome === "completed";
  const steps = [
    "Ask the operator of the service for the SHA-256 of its certificate, or for its root certificate. " +
      "Anyone can make a certificate with the same name: do not rely on the SHA-256 in this file.",
    isSealed
      ? "paraph verify SIGNED CERTIFICATE --certificate SHA256 (or --root FILE) checks that both files " +
        "are unchanged since they were sealed with that certificate, and that they belong together. " +
        "It needs no network and does not check revocation."
      : "paraph verify CERTIFICATE --certificate SHA256 (or --root FILE) checks that this file is " +
        "unchanged since it was sealed with that certificate. It needs no network and does not check " +
        "revocation.",
    "PDF readers check that signatures are valid, as does pdfsig FILE: “Signature is Valid” and " +
      "“Total document signed”. That alone does not tell who signed.",
    `sha256sum FILE of the ${isSealed ? "sealed" : "sent"} document gives the SHA-256 above.`,
    "The whole audit trail is attached to this file as audit.json (pdfdetach -saveall FILE). The " +
      `hash of its last event begins with ${head.slice(0, 16)}.`,
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

function drawFoot(builder: LayoutBuilder, { requestId, outcome }: Certificate): void {
  const style = { fontSize: 7.5, fontColor: COLOURS.muted };
  const box = { y: FOOT, width: WIDTH / 2, height: 4 };
  builder.textEverywhere(`${OUTCOMES[outcome].title} · ${requestId}`, { x: LEFT, ...box }, style);
  builder.pageNumbers({ x: LEFT + WIDTH / 2, ...box }, { ...style, alignment: "right" });
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
