import { Schema } from "effect";

/** It is unknown whether the provider accepted a request, because it did not respond completely. */
export class ProviderOutcomeUnknown extends Schema.TaggedError<ProviderOutcomeUnknown>()(
  "provider_unanswered",
  {
    message: Schema.String,
    /** Whether the provider has stopped processing: a request that it does not have now was not accepted. */
    isFinal: Schema.Boolean,
    cause: Schema.optionalKey(Schema.Defect()),
  },
) {}

/** A provider is unreachable or fails; retry later. */
export class ProviderUnavailable extends Schema.TaggedError<ProviderUnavailable>()(
  "provider_unavailable",
  { message: Schema.String, cause: Schema.optionalKey(Schema.Defect()) },
) {}

/** The stored data of a request was tampered with. It must never be sealed. */
export class IntegrityError extends Schema.TaggedError<IntegrityError>()("integrity_fault", {
  message: Schema.String,
}) {}

/** The requested document does not exist yet. */
export class NotReady extends Schema.TaggedError<NotReady>()("not_ready_yet", {
  message: Schema.String,
}) {}

/** A request has already ended at its provider. */
export class AlreadyEnded extends Schema.TaggedError<AlreadyEnded>()("already_ended", {
  message: Schema.String,
}) {}

/** A request has not expired: its time was extended. */
export class NotExpired extends Schema.TaggedError<NotExpired>()("not_expired", {
  message: Schema.String,
}) {}

/** A callback is not from the provider, or has an unknown content. */
export class CallbackRefused extends Schema.TaggedError<CallbackRefused>()("callback_refused", {
  /** Whether it is from the provider, and only its content is unknown. */
  authentic: Schema.Boolean,
  message: Schema.String,
}) {}
