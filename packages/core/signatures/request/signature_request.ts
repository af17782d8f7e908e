import { Schema } from "effect";

import {
  describeEncoded,
  maxCharacters,
  PageEnd,
  PageQuery,
  RenderId,
  SignatureRequestId,
  Timestamp,
  visibleName,
} from "../../values/mod.ts";
import { LanguageTag, RedirectUrl, Reminders, SigningOrder } from "./delivery_options.ts";
import { AnchorTag, SignatureField } from "./fields.ts";
import { NewRecipient, SignatureRecipient } from "./recipient.ts";
import { SignaturePhase, SignatureStatus } from "./signature_status.ts";

/** The default time to sign: a week, in hours. */
export const DEFAULT_EXPIRATION_HOURS = 168;

/** The maximum size of a document for signature: 20 MB. */
export const MAX_DOCUMENT_BYTES = 20 * 1024 * 1024;

/** A signature request to create (interface, POST /v1/signatures). */
export const CreateSignature = Schema.Struct({
  renderId: Schema.String.check(Schema.isUUID()).annotateKey({
    description: "ID of a succeeded render of the project. Its PDF has at most 20 MB.",
  }),
  name: Schema.optionalKey(visibleName(255)).annotateKey({
    description:
      "Name of the request that recipients see. Default: `Signature request` and the start of the render ID.",
  }),
  recipients: Schema.Array(NewRecipient)
    .check(Schema.isBetweenLength(1, 20))
    .annotateKey({
      description: "1 to 20 recipients, at least one of them a `Signer` or an `Approver`.",
    }),
  fields: Schema.optionalKey(
    Schema.Array(SignatureField).check(Schema.isMaxLength(200)),
  ).annotateKey({
    description:
      "Fields at positions, at most 200. Each `Signer` needs a required signature field here, in `anchorTags` or by their role.",
  }),
  anchorTags: Schema.optionalKey(
    Schema.Array(AnchorTag).check(Schema.isMaxLength(200)),
  ).annotateKey({
    description:
      "Fields at texts of the document, at most 200. All tags together may produce at most 1,000 fields. Without `fields` and `anchorTags`, the signing fields of the layout are used.",
  }),
  expirationHours: Schema.optionalKey(
    Schema.Finite.check(Schema.isBetween({ minimum: 1, maximum: 8760 })),
  ).annotateKey({ description: "Hours until the request expires, 1 to 8,760. Default: 168." }),
  message: Schema.optionalKey(Schema.String.check(maxCharacters(2000))).annotateKey({
    description:
      "Message to the recipients in emails and on the signing page, at most 2,000 characters.",
  }),
  language: Schema.optionalKey(LanguageTag).annotateKey({
    description:
      "Language of emails, consent and certificate, as a BCP 47 tag. Default: the language of the project.",
  }),
  signingOrder: Schema.optionalKey(SigningOrder).annotateKey({
    description:
      "`sequential`: one after the other by `order`, or by `step`. `parallel`: all at the same time. Default: `sequential`.",
  }),
  reminders: Schema.optionalKey(Reminders).annotateKey({
    description: "Automatic reminders for recipients whose turn it is. Default: none.",
  }),
  redirectUrl: Schema.optionalKey(RedirectUrl).annotateKey({
    description: "`https` URL to which the signing page leads after signing.",
  }),
  allowDelegation: Schema.optionalKey(Schema.Boolean).annotateKey({
    description:
      "Whether a recipient may name another person in their place, on the signing page. Default: `false`.",
  }),
}).annotate({
  identifier: "CreateSignature",
  description: "A render to send for signature, with its recipients and their fields.",
});
export type CreateSignature = typeof CreateSignature.Type;

/** A signature request in the form of the API (interface, Signature request). */
export const SignatureRequest = Schema.Struct({
  id: SignatureRequestId.annotateKey({ description: "ID of the signature request." }),
  renderId: RenderId.annotateKey({ description: "ID of the render to sign." }),
  name: Schema.String.annotateKey({ description: "Name of the request that recipients see." }),
  status: SignatureStatus.annotateKey({
    description:
      "Status of the request. All values except `sent` and `viewed` are final. A signature alone does not change it.",
  }),
  phase: SignaturePhase.annotateKey({
    description:
      "`collecting` signatures, `sealing` after all have signed, `archived` when completed, or `ended` without a signed document.",
  }),
  recipients: Schema.Array(SignatureRecipient).annotateKey({
    description: "Recipients, in the order of the request.",
  }),
  expirationHours: Schema.NullOr(Schema.Finite).annotateKey({
    description: "Hours to sign, as requested. `expiresAt` is the current end.",
  }),
  expiresAt: Timestamp.pipe(describeEncoded("When the request expires.")),
  message: Schema.NullOr(Schema.String).annotateKey({
    description: "Message to the recipients. `null` without one.",
  }),
  language: Schema.NullOr(Schema.String).annotateKey({
    description: "Language of emails, consent and certificate, as requested.",
  }),
  signingOrder: SigningOrder.annotateKey({
    description: "Whether recipients sign one after the other or at the same time.",
  }),
  reminders: Schema.NullOr(Reminders).annotateKey({
    description: "Schedule of automatic reminders. `null` without any.",
  }),
  redirectUrl: Schema.NullOr(Schema.String).annotateKey({
    description: "URL to which the signing page leads after signing. `null` without one.",
  }),
  allowDelegation: Schema.Boolean.annotateKey({
    description: "Whether a recipient may name another person in their place.",
  }),
  signedDownloadUrl: Schema.NullOr(Schema.String).annotateKey({
    description:
      "URL of the signed PDF, for requests with the project key. `null` until the request is completed.",
  }),
  certificateUrl: Schema.NullOr(Schema.String).annotateKey({
    description:
      "URL of the certificate of completion, for requests with the project key. `null` until it exists.",
  }),
  errorMessage: Schema.NullOr(Schema.String).annotateKey({
    description:
      "Reason of the failure, cancellation or refusal, or of the last failed attempt to seal. Otherwise `null`.",
  }),
  createdAt: Timestamp.pipe(describeEncoded("When the request was created.")),
  completedAt: Schema.NullOr(Timestamp).annotateKey({
    description: "When the signed document was archived. `null` before.",
  }),
}).annotate({
  identifier: "SignatureRequest",
  description: "A render that was sent for signature, with the progress of its recipients.",
});
export type SignatureRequest = typeof SignatureRequest.Type;

export const SignatureQuery = Schema.Struct({
  ...PageQuery,
  status: Schema.optionalKey(SignatureStatus).annotateKey({
    description: "Only signature requests with this status.",
  }),
  renderId: Schema.optionalKey(Schema.String.check(Schema.isUUID())).annotateKey({
    description: "Only signature requests of this render.",
  }),
});
export type SignatureQuery = typeof SignatureQuery.Type;

/** A page of signature requests, newest first. */
export const SignaturePage = Schema.Struct({
  signatures: Schema.Array(SignatureRequest).annotateKey({
    description: "Signature requests, newest first.",
  }),
  ...PageEnd,
}).annotate({
  identifier: "SignaturePage",
  description: "A page of signature requests, newest first.",
});
export type SignaturePage = typeof SignaturePage.Type;

/** The cancellation of a request. */
export const CancelSignature = Schema.Struct({
  reason: Schema.optionalKey(Schema.String.check(maxCharacters(500))).annotateKey({
    description: "Reason, at most 500 characters. It becomes the `errorMessage` of the request.",
  }),
}).annotate({
  identifier: "CancelSignature",
  description: "The cancellation of a signature request.",
});
export type CancelSignature = typeof CancelSignature.Type;
