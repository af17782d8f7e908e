import type { AdoptedSignature, Certificate, CertifiedEvent } from "@paraph/core/builtin_provider";
import type { InputData, InputRow } from "@paraph/core/manifests";
import { type Logo, logoDataUri } from "@paraph/core/projects";
import type { Language } from "@paraph/core/values";

import { recipientRow } from "./recipient_row.ts";
import { formatTimeWithMillis, oneLine, rowsOf, Words } from "./words.ts";

/** The data of the template of certificates, and what only threads draw. */
export interface CertificateContent {
  readonly language: Language;
  readonly data: InputData;
  /** What the recipients adopted, in the order of their rows. Threads draw it, because they have the fonts. */
  readonly adopted: ReadonlyArray<AdoptedMarks>;
  /** The number of pages to show. Threads draw them, because documents are untrusted. */
  readonly thumbnailCount: number;
}

/** The signature and the initials of a recipient. */
interface AdoptedMarks {
  readonly signature: AdoptedSignature | null;
  readonly initials: AdoptedSignature | null;
}

const MAX_THUMBNAILS = 12;

/** Turns the evidence of a request that has ended into the data of its certificate. */
export function completionCertificate(certificate: Certificate): CertificateContent {
  const { language, recipients, document } = certificate;
  const words = new Words(language);
  const thumbnailCount = Math.min(document.pageCount, MAX_THUMBNAILS);
  return {
    language,
    data: {
      values: {
        ...labels(words),
        ...summary(certificate, words, document.pageCount - thumbnailCount),
        ...brand(certificate),
      },
      loops: {
        facts: rowsOf(requestFacts(certificate, words)),
        hashes: rowsOf(hashes(certificate, words)),
        seal: rowsOf(sealFacts(certificate, words)),
        recipients: recipients.map((recipient) => recipientRow(recipient, words)),
        consents: consentRows(certificate, words),
        events: eventRows(certificate, words),
        steps: steps(certificate, words).map((text) => ({ text })),
      },
    },
    adopted: recipients.map(({ signature, initials }) => ({ signature, initials })),
    thumbnailCount,
  };
}

function labels({ texts }: Words): Readonly<Record<string, string>> {
  const [pageBefore = "", pageOf = "", pageAfter = ""] = texts.pageNumber.split(
    /\{currentPage\}|\{totalPages\}/,
  );
  const all = {
    document: texts.document.title,
    seal: texts.seal.title,
    recipients: texts.recipients.title,
    events: texts.events.title,
    verify: texts.verify.title,
    filledIn: texts.fields.filledIn,
    page: texts.fields.page,
    valueHash: texts.fields.sha256,
    time: texts.events.time,
    what: texts.events.what,
    who: texts.events.who,
    lastHash: texts.events.last,
    pageBefore,
    pageOf,
    pageAfter,
  };
  return Object.fromEntries(Object.entries(all).map(([key, text]) => [`labels.${key}`, text]));
}

/** @param morePages The number of pages without an image. */
function summary(
  { name, requestId, outcome, reason, seal, head, verificationUrl }: Certificate,
  words: Words,
  morePages: number,
) {
  const { texts } = words;
  return {
    title: texts.outcomes[outcome].title,
    lead: texts.outcomes[outcome].lead,
    name: oneLine(name, 255),
    requestId,
    reason:
      reason === null ? null : words.say(texts.request.reason, { reason: oneLine(reason, 500) }),
    morePages: morePages > 0 ? words.say(texts.document.morePages, { count: morePages }) : null,
    sealNote: seal === null ? null : sealNote(seal, words),
    eventsLead: texts.events.lead,
    lastHash: head,
    "verify.url": verificationUrl,
    "verify.lead": texts.verify.code.lead,
    "verify.alt": texts.verify.code.alt,
  };
}

function brand({ branding: { name, logo, footer } }: Certificate) {
  const isDrawing = logo?.type === "image/svg+xml";
  return {
    "brand.name": name === null ? null : oneLine(name, 200),
    "brand.logo": logo === null || isDrawing ? null : logoDataUri(logo),
    "brand.drawing": isDrawing ? leftAligned(logo) : null,
    "brand.footer": footer,
  };
}

/** A drawn logo, at the left of its box like the images of others. */
function leftAligned({ bytes }: Logo): string {
  return new TextDecoder()
    .decode(bytes)
    .replace(/<svg\b[^>]*>/, (root) =>
      root
        .replace(/\spreserveAspectRatio\s*=\s*(?:"[^"]*"|'[^']*')/, "")
        .replace("<svg", '<svg preserveAspectRatio="xMinYMid"'),
    );
}

function requestFacts(certificate: Certificate, words: Words) {
  const { request: texts, outcomes } = words.texts;
  const { requestId, sender, createdAt, outcome, endedAt, document, recipients } = certificate;
  const count = recipients.filter(({ finishedAt }) => finishedAt !== null).length;
  return [
    [texts.id, requestId],
    [texts.sender, oneLine(sender, 200)],
    [texts.sent, words.time(createdAt)],
    [outcomes[outcome].ended, words.time(endedAt)],
    [texts.pages, words.say("{count}", { count: document.pageCount })],
    [texts.signedBy, words.say(texts.people, { count })],
  ] as const;
}

function hashes({ document }: Certificate, { texts: { document: texts } }: Words) {
  return [
    [texts.original, document.originalSha256],
    [texts.sealed, document.sealedSha256],
  ] as const;
}

/** The baseline levels of PAdES, which have no translation. */
const LEVELS = { "PAdES B-B": "PAdES baseline B-B", "PAdES B-T": "PAdES baseline B-T" } as const;

function sealFacts({ seal }: Certificate, words: Words) {
  if (seal === null) return [];
  const { seal: texts } = words.texts;
  const { timestamp } = seal;
  return [
    [texts.by, oneLine(seal.subject, 200)],
    [texts.fingerprint, seal.fingerprint],
    [texts.root, seal.rootFingerprint],
    [texts.level, words.say(texts.levelText, { level: LEVELS[seal.level] })],
    [texts.at, words.say(texts.atText, { time: words.time(seal.at) })],
    [
      texts.timestamp,
      timestamp === null
        ? texts.noTimestamp
        : words.say(texts.timestampText, { time: words.time(timestamp.at) }),
    ],
    [texts.authority, timestamp === null ? null : oneLine(timestamp.authority, 200)],
  ] as const;
}

function sealNote({ subject, selfSigned }: NonNullable<Certificate["seal"]>, words: Words): string {
  const { seal: texts } = words.texts;
  const note = words.say(texts.note, { subject: oneLine(subject, 200) });
  return selfSigned ? words.say(texts.selfSigned, { note }) : note;
}

function consentRows({ consents }: Certificate, words: Words): ReadonlyArray<InputRow> {
  const { title, sha256: label } = words.texts.consent;
  return consents.map(({ language, text, sha256 }) => ({
    title: words.say(title, { language: words.nameOf(language) }),
    text,
    label,
    sha256,
  }));
}

function eventRows({ events }: Certificate, words: Words): ReadonlyArray<InputRow> {
  return events.map(({ seq, at, who, hash, ...event }) => ({
    seq: String(seq),
    time: formatTimeWithMillis(at),
    what: oneLine(eventText(event, words), 300),
    who: oneLine(who, 300),
    // Two lines of one length.
    hash: `${hash.slice(0, 32)}\n${hash.slice(32)}`,
  }));
}

function eventText({ type, email }: Pick<CertifiedEvent, "type" | "email">, words: Words): string {
  const { types, about } = words.texts.events;
  const event = types[type];
  return email === null ? event : words.say(about, { event, email });
}

function steps({ outcome, head }: Certificate, words: Words): ReadonlyArray<string> {
  const { verify: texts } = words.texts;
  const isSealed = outcome === "completed";
  return [
    texts.operator,
    isSealed ? texts.sealed : texts.unsealed,
    texts.readers,
    isSealed ? texts.sealedSha256 : texts.sentSha256,
    words.say(texts.audit, { head: head.slice(0, 16) }),
  ];
}
