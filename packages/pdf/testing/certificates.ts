import { createHash } from "node:crypto";

import type {
  AdoptedSignature,
  Certificate,
  CertifiedRecipient,
} from "@paraph/core/builtin_provider";
import { Timestamp } from "@paraph/core/values";
import { Schema } from "effect";

/** Parses a timestamp in its wire format. */
export const parseTimestamp = Schema.decodeUnknownSync(Timestamp);

const sha256 = (text: string | Uint8Array) => createHash("sha256").update(text).digest("hex");

/** A drawn signature: two waves and a dot. */
export const DRAWN_SIGNATURE: AdoptedSignature = {
  kind: "drawn",
  width: 600,
  height: 200,
  strokes: [
    Array.from({ length: 60 }, (_, step) => [
      40 + step * 6,
      Math.round(110 - Math.sin(step / 4) * (60 - step / 2)),
    ]).flat(),
    Array.from({ length: 30 }, (_, step) => [
      300 + step * 8,
      Math.round(120 + Math.cos(step / 3) * 30),
    ]).flat(),
    [560, 60],
  ],
};

/** A recipient who has signed. */
export const recipientOf = (
  order: number,
  more: Partial<CertifiedRecipient> = {},
): CertifiedRecipient => ({
  id: `0196-${order}`,
  name: `Jane Doe ${order}`,
  email: `jane.doe.${order}@example.com`,
  designation: "Signer",
  order,
  authentication: "link",
  phone: null,
  host: null,
  delegatedBy: null,
  invitedAt: parseTimestamp("2026-05-04T03:02:01.000Z"),
  invitation: "sent",
  viewedAt: parseTimestamp("2026-05-04T03:12:21.000Z"),
  consentedAt: parseTimestamp("2026-05-04T03:14:09.000Z"),
  consentLanguage: "en",
  finishedAt: parseTimestamp("2026-05-04T03:14:09.000Z"),
  declinedAt: null,
  timeZone: "Europe/Berlin",
  sourceIp: "203.0.113.7",
  userAgent:
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
  signature: { kind: "typed", text: `Jane Doe ${order}` },
  initials: null,
  fields: [
    { type: "signature", page: 1, sha256: sha256("signature") },
    { type: "date", page: 1, sha256: sha256("date") },
    { type: "checkbox", page: 2, sha256: sha256("true") },
  ],
  ...more,
});

/** Events of a request. */
export const eventsOf = (count: number): Certificate["events"] =>
  Array.from({ length: count }, (_, index) => ({
    seq: index + 1,
    at: parseTimestamp(new Date(Date.UTC(2026, 4, 4, 3, 2, index)).toISOString()),
    type: (["sent", "invited", "viewed", "signed"] as const)[index % 4] ?? "sent",
    email: index % 4 === 1 ? "jane.doe@example.com" : null,
    who: index % 4 === 0 ? "Acme (sender)" : "Jane Doe <jane.doe@example.com>",
    hash: sha256(`event ${index}`),
  }));

/** The certificate of a request with two signers, an approver and a CC. */
export const certificateOf = (more: Partial<Certificate> = {}): Certificate => {
  const events = more.events ?? eventsOf(12);
  const consent = "I agree to use electronic records and signatures for this document. ".repeat(6);
  return {
    language: "en",
    requestId: "0196a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b",
    name: "Master services agreement 2026",
    sender: "Acme Legal",
    createdAt: parseTimestamp("2026-05-04T03:02:01.000Z"),
    outcome: "completed",
    endedAt: parseTimestamp("2026-05-05T09:30:00.000Z"),
    reason: null,
    document: { pageCount: 10, originalSha256: sha256("original"), sealedSha256: sha256("sealed") },
    seal: {
      subject: "CN=Paraph Document Seal, O=Paraph",
      fingerprint: sha256("certificate"),
      rootFingerprint: sha256("root"),
      selfSigned: true,
      level: "PAdES B-B",
      at: parseTimestamp("2026-05-05T09:30:01.000Z"),
      timestamp: null,
    },
    consents: [{ language: "en", text: consent, sha256: sha256(consent) }],
    recipients: [
      recipientOf(1),
      recipientOf(2, {
        name: "Priya Raman",
        signature: DRAWN_SIGNATURE,
        initials: { kind: "typed", text: "PR" },
        userAgent:
          "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
      }),
      recipientOf(3, { designation: "Approver", signature: null, fields: [] }),
      recipientOf(4, { designation: "CC", signature: null, fields: [], name: "Ada Copy" }),
    ],
    events,
    head: events.at(-1)?.hash ?? sha256(""),
    auditJson: JSON.stringify({ events: [] }),
    verificationUrl:
      "https://sign.acme.example/verify/0196a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b/0123456789abcdef0123456789abcdef",
    branding: { name: null, logo: null, footer: null },
    ...more,
  };
};
