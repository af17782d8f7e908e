import { Schema } from "effect";

import {
  describeEncoded,
  Email,
  IsoTimestamp,
  PageEnd,
  PageQuery,
  RenderId,
  ShareId,
  Timestamp,
  maxCharacters,
  Slug,
} from "../values/mod.ts";

/** How the link reaches its recipient: the integrator passes it on, or Paraph emails it. */
export const ShareChannel = Schema.Literals(["link", "email"]);
export type ShareChannel = typeof ShareChannel.Type;

export const RevokedReason = Schema.Literals(["revoked_by_partner", "email_send_failed"]);
export type RevokedReason = typeof RevokedReason.Type;

/** The common fields of requests. */
const requestFields = {
  message: Schema.optionalKey(Schema.String.check(maxCharacters(2000))).annotateKey({
    description: "A message to the recipient: at most 2,000 characters.",
  }),
  expiresAt: Schema.optionalKey(IsoTimestamp).pipe(
    describeEncoded("When the link expires, not in the past. Default: it does not expire."),
  ),
};

/** A share to create. The channel `email` requires a recipient. */
export const CreateShare = Schema.Struct({
  channel: Schema.optionalKey(ShareChannel).annotateKey({
    description: "`link` (default): you pass the link on. `email`: Paraph emails it.",
  }),
  recipientEmail: Schema.optionalKey(Email).annotateKey({
    description: "The address of the recipient. Required with the channel `email`.",
  }),
  ...requestFields,
}).annotate({ identifier: "CreateShare", description: "A share to create." });
export type CreateShare = typeof CreateShare.Type;

/** The fields that identify a link. */
const linkFields = {
  id: ShareId.annotateKey({ description: "The ID of the share, not its token." }),
  shareToken: Schema.String.annotateKey({ description: "The secret part of the URL." }),
  shareUrl: Schema.String.annotateKey({
    description:
      "The URL of the share page. Append `/document.pdf` for the PDF, `/document.pdf?download=1` to save it.",
  }),
};

/** A link to a document for a recipient. */
export const Share = Schema.Struct({
  id: linkFields.id,
  channel: ShareChannel.annotateKey({
    description: "`link` (you pass the link on) or `email` (Paraph emails it).",
  }),
  recipientEmail: Schema.NullOr(Schema.String).annotateKey({
    description: "The address of the recipient. `null` if none was sent or it was erased.",
  }),
  message: Schema.NullOr(Schema.String).annotateKey({
    description: "The message to the recipient. `null` if none was sent or it was erased.",
  }),
  revokedAt: Schema.NullOr(Timestamp).annotateKey({
    description: "When the share was revoked. `null` while it is active.",
  }),
  revokedReason: Schema.NullOr(RevokedReason).annotateKey({
    description:
      "`revoked_by_partner` (through the API) or `email_send_failed`. `null` while it is active.",
  }),
  expiresAt: Schema.NullOr(Timestamp).annotateKey({
    description: "When the link expires. `null` if it does not expire.",
  }),
  createdAt: Timestamp.pipe(describeEncoded("When the share was created.")),
  shareToken: linkFields.shareToken,
  clickCount: Schema.Int.annotateKey({
    description: "The number of `viewed` events through this link.",
  }),
  shareUrl: linkFields.shareUrl,
}).annotate({ identifier: "Share", description: "A link to a document for a recipient." });
export type Share = typeof Share.Type;

/** Every share of a render. */
export const ShareList = Schema.Struct({
  shares: Schema.Array(Share).annotateKey({
    description: "The shares, newest first, including revoked ones.",
  }),
}).annotate({ identifier: "ShareList", description: "All shares of a render." });

/** A share with the document that it shows. */
export const ProjectShare = Schema.Struct({
  ...Share.fields,
  renderId: RenderId.annotateKey({ description: "The ID of the render." }),
  filename: Schema.NullOr(Schema.String).annotateKey({
    description: "The file name of the document. `null` if the render has none.",
  }),
  templateSlug: Schema.NullOr(Slug).annotateKey({
    description: "The slug of the template. `null` for an uploaded PDF.",
  }),
}).annotate({
  identifier: "ProjectShare",
  description: "A link to a document of the project, with its render.",
});
export type ProjectShare = typeof ProjectShare.Type;

/** Whether a link works. */
export const ShareStatus = Schema.Literals(["active", "revoked", "expired"]);
export type ShareStatus = typeof ShareStatus.Type;

export const ShareQuery = Schema.Struct({
  ...PageQuery,
  status: Schema.optionalKey(ShareStatus).annotateKey({
    description:
      "`active`: only links that work. `revoked`: only revoked ones. `expired`: only expired ones that were not revoked. Default: all.",
  }),
  channel: Schema.optionalKey(ShareChannel).annotateKey({
    description: "Returns only the shares of this channel.",
  }),
  recipientEmail: Schema.optionalKey(Email).annotateKey({
    description: "Returns only the shares of this recipient, in upper or lower case.",
  }),
});
export type ShareQuery = typeof ShareQuery.Type;

/** A page of shares, newest first. */
export const SharePage = Schema.Struct({
  shares: Schema.Array(ProjectShare).annotateKey({
    description: "The shares, newest first, including revoked and expired ones.",
  }),
  ...PageEnd,
}).annotate({ identifier: "SharePage", description: "A page of shares, newest first." });
export type SharePage = typeof SharePage.Type;

/** The response to a revocation. */
export const RevokedShare = Schema.Struct({
  id: linkFields.id,
  revokedAt: Timestamp.pipe(describeEncoded("When the share was revoked.")),
}).annotate({ identifier: "RevokedShare", description: "A revoked share." });
export type RevokedShare = typeof RevokedShare.Type;

/** A document to email to a recipient. */
export const EmailRender = Schema.Struct({
  to: Email.annotateKey({ description: "The address of the recipient." }),
  recipientName: Schema.optionalKey(Schema.String.check(maxCharacters(200))).annotateKey({
    description: "The name of the recipient: at most 200 characters.",
  }),
  ...requestFields,
}).annotate({ identifier: "EmailRender", description: "A document to email to a recipient." });
export type EmailRender = typeof EmailRender.Type;

/** An emailed document: its share, and the `Message-ID` of the email. */
export const EmailedRender = Schema.Struct({
  ...linkFields,
  emailMessageId: Schema.String.annotateKey({ description: "The `Message-ID` of the email." }),
  sentAt: Timestamp.pipe(describeEncoded("When the email was sent.")),
}).annotate({
  identifier: "EmailedRender",
  description: "The share of a document that was emailed.",
});
export type EmailedRender = typeof EmailedRender.Type;

const TOKEN = /^shr_[A-Za-z0-9_-]{43}$/;

/** The prefix of share tokens, for people and secret scanners. */
const PREFIX = "shr_";

/** The token of a share: the prefix and a secret of 43 characters. */
export function shareToken(secret: string): string {
  return PREFIX + secret;
}

/**
 * Whether a text has the form of a share's token.
 *
 * @example A prefix and 256 bits
 * ```ts
 * import { isShareToken, shareToken } from "@paraph/core/shares";
 * import assert from "node:assert/strict";
 *
 * assert.equal(isShareToken(shareToken("a".repeat(43))), true);
 * assert.equal(isShareToken("a".repeat(43)), false);
 * ```
 */
export function isShareToken(text: string): boolean {
  return TOKEN.test(text);
}
