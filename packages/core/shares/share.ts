import { Schema } from "effect";

import { Email, IsoTimestamp, ShareId, Timestamp, maxCharacters } from "../values/mod.ts";

/** How the link reaches its recipient: the integrator passes it on, or Paraph emails it. */
export const ShareChannel = Schema.Literals(["link", "email"]);
export type ShareChannel = typeof ShareChannel.Type;

export const RevokedReason = Schema.Literals(["revoked_by_partner", "email_send_failed"]);
export type RevokedReason = typeof RevokedReason.Type;

/** A message to the recipient. */
const Message = Schema.String.check(maxCharacters(2000));

/** A share to create. The channel `email` requires a recipient. */
export const CreateShare = Schema.Struct({
  channel: Schema.optionalKey(ShareChannel),
  recipientEmail: Schema.optionalKey(Email),
  message: Schema.optionalKey(Message),
  expiresAt: Schema.optionalKey(IsoTimestamp),
}).annotate({ identifier: "CreateShare" });
export type CreateShare = typeof CreateShare.Type;

/** A link to a document for a recipient. */
export const Share = Schema.Struct({
  id: ShareId,
  channel: ShareChannel,
  recipientEmail: Schema.NullOr(Schema.String),
  message: Schema.NullOr(Schema.String),
  revokedAt: Schema.NullOr(Timestamp),
  revokedReason: Schema.NullOr(RevokedReason),
  expiresAt: Schema.NullOr(Timestamp),
  createdAt: Timestamp,
  shareToken: Schema.String,
  clickCount: Schema.Int,
  shareUrl: Schema.String,
}).annotate({ identifier: "Share" });
export type Share = typeof Share.Type;

/** Every share of a render. */
export const ShareList = Schema.Struct({ shares: Schema.Array(Share) }).annotate({
  identifier: "ShareList",
});

/** The response to a revocation. */
export const RevokedShare = Schema.Struct({ id: ShareId, revokedAt: Timestamp }).annotate({
  identifier: "RevokedShare",
});
export type RevokedShare = typeof RevokedShare.Type;

/** A document to email to a recipient. */
export const EmailRender = Schema.Struct({
  to: Email,
  recipientName: Schema.optionalKey(Schema.String.check(maxCharacters(200))),
  message: Schema.optionalKey(Message),
  expiresAt: Schema.optionalKey(IsoTimestamp),
}).annotate({ identifier: "EmailRender" });
export type EmailRender = typeof EmailRender.Type;

/** An emailed document: its share, and the `Message-ID` of the email. */
export const EmailedRender = Schema.Struct({
  id: ShareId,
  shareToken: Schema.String,
  shareUrl: Schema.String,
  emailMessageId: Schema.String,
  sentAt: Timestamp,
}).annotate({ identifier: "EmailedRender" });
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
