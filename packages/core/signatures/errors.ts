import { Schema } from "effect";

/** The document is larger than the limit of providers, 20 MB (413). */
export class DocumentTooLarge extends Schema.TaggedError<DocumentTooLarge>()(
  "document_too_large",
  { message: Schema.String },
  { description: "The PDF of the render is larger than 20 MB. Send a smaller document." },
) {
  static readonly now = new DocumentTooLarge({
    message: "The document is larger than 20 MB and cannot be sent for signature",
  });
}

/** The account at the signature provider has no credits left; nothing was sent (402). */
export class SignatureCreditsExhausted extends Schema.TaggedError<SignatureCreditsExhausted>()(
  "signature_credits_exhausted",
  { message: Schema.String },
  {
    description:
      "The account at the signature provider has no credits left. Nothing was sent. The operator must add credits.",
  },
) {
  static readonly now = new SignatureCreditsExhausted({
    message: "The account at the signature provider has no credits left",
  });
}

/** The signature provider rejected a request, or could not be reached (502). */
export class SignatureProviderError extends Schema.TaggedError<SignatureProviderError>()(
  "signature_provider_error",
  { message: Schema.String, cause: Schema.optionalKey(Schema.Defect()) },
  {
    description:
      "The signature provider rejected the request or did not respond. Retry with the same `Idempotency-Key`; nothing is sent twice.",
  },
) {
  static of(message: string, cause?: unknown): SignatureProviderError {
    return new SignatureProviderError(cause === undefined ? { message } : { message, cause });
  }
}

/** Signatures are not configured on this deployment (503). */
export class SignaturesUnavailable extends Schema.TaggedError<SignaturesUnavailable>()(
  "signatures_unavailable",
  { message: Schema.String },
  {
    description:
      "Signatures are not configured on this server. The operator must set `SIGNATURE_PROVIDER`.",
  },
) {
  static readonly here = new SignaturesUnavailable({
    message: "Signatures are not configured on this server",
  });
}

/** A document could not be fetched from the provider; retry (502). */
export class UpstreamError extends Schema.TaggedError<UpstreamError>()(
  "upstream_error",
  { message: Schema.String },
  {
    description:
      "A document could not be fetched from the signature provider. Retry with exponential backoff.",
  },
) {
  static readonly audit = new UpstreamError({
    message: "The audit trail could not be retrieved from the signature provider; retry",
  });

  static readonly certificate = new UpstreamError({
    message: "The certificate could not be retrieved from the signature provider; retry",
  });
}

/** The SMS with a code was not accepted by the gateway (502). */
export class SmsSendFailed extends Schema.TaggedError<SmsSendFailed>()(
  "sms_send_failed",
  { message: Schema.String },
  {
    description:
      "The SMS was not sent and is not retried. Request another code later: after a minute, or longer after several SMS. The server logs the cause.",
  },
) {
  static readonly now = new SmsSendFailed({
    message: "The SMS could not be sent; try again later",
  });
}

/** A provider's callback has no valid signature (401). */
export class InvalidCallback extends Schema.TaggedError<InvalidCallback>()(
  "invalid_signature",
  { message: Schema.String },
  {
    description:
      "The signature of the request is missing or does not match its body. Sign the raw bytes of the body.",
  },
) {
  static of(message: string): InvalidCallback {
    return new InvalidCallback({ message });
  }
}
