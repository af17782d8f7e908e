import { Schema } from "effect";

import {
  Cursor,
  Limit,
  maxCharacters,
  RenderId,
  SignatureRequestId,
  Timestamp,
  visibleName,
} from "../../values/mod.ts";
import { AnchorTag, SignatureField } from "./fields.ts";
import { NewRecipient, SignatureRecipient } from "./recipient.ts";
import { SignaturePhase, SignatureStatus } from "./signature_status.ts";

/** The default time to sign: a week, in hours. */
export const DEFAULT_EXPIRATION_HOURS = 168;

/** The maximum size of a document for signature: 20 MB. */
export const MAX_DOCUMENT_BYTES = 20 * 1024 * 1024;

/** A signature request to create (interface, POST /v1/signatures). */
export const CreateSignature = Schema.Struct({
  renderId: Schema.String.check(Schema.isUUID()),
  name: Schema.optionalKey(visibleName(255)),
  recipients: Schema.Array(NewRecipient).check(Schema.isBetweenLength(1, 20)),
  fields: Schema.optionalKey(Schema.Array(SignatureField).check(Schema.isMaxLength(200))),
  anchorTags: Schema.optionalKey(Schema.Array(AnchorTag).check(Schema.isMaxLength(200))),
  expirationHours: Schema.optionalKey(
    Schema.Finite.check(Schema.isBetween({ minimum: 1, maximum: 8760 })),
  ),
}).annotate({ identifier: "CreateSignature" });
export type CreateSignature = typeof CreateSignature.Type;

/** A signature request in the form of the API (interface, Signature request). */
export const SignatureRequest = Schema.Struct({
  id: SignatureRequestId,
  renderId: RenderId,
  name: Schema.String,
  status: SignatureStatus,
  phase: SignaturePhase,
  recipients: Schema.Array(SignatureRecipient),
  expirationHours: Schema.NullOr(Schema.Finite),
  signedDownloadUrl: Schema.NullOr(Schema.String),
  certificateUrl: Schema.NullOr(Schema.String),
  errorMessage: Schema.NullOr(Schema.String),
  createdAt: Timestamp,
  completedAt: Schema.NullOr(Timestamp),
}).annotate({ identifier: "SignatureRequest" });
export type SignatureRequest = typeof SignatureRequest.Type;

export const SignatureQuery = Schema.Struct({
  limit: Schema.optionalKey(Limit),
  cursor: Schema.optionalKey(Cursor),
  renderId: Schema.optionalKey(Schema.String.check(Schema.isUUID())),
});
export type SignatureQuery = typeof SignatureQuery.Type;

/** A page of signature requests, newest first. */
export const SignaturePage = Schema.Struct({
  signatures: Schema.Array(SignatureRequest),
  nextCursor: Schema.NullOr(Schema.String),
  hasMore: Schema.Boolean,
}).annotate({ identifier: "SignaturePage" });
export type SignaturePage = typeof SignaturePage.Type;

/** The cancellation of a request. */
export const CancelSignature = Schema.Struct({
  reason: Schema.optionalKey(Schema.String.check(maxCharacters(500))),
}).annotate({ identifier: "CancelSignature" });
export type CancelSignature = typeof CancelSignature.Type;
