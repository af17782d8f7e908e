import { Timestamp } from "@paraph/core/values";
import { Schema } from "effect";

const Id = Schema.String.check(Schema.isBetweenLength(1, 200), Schema.isPattern(/^[\w-]+$/u));
const Text = Schema.optionalKey(Schema.NullOr(Schema.String));
const Moment = Schema.optionalKey(Schema.NullOr(Timestamp));
const Flag = Schema.optionalKey(Schema.NullOr(Schema.Boolean));

/** Somebody a request goes to, as Firma tells. */
export const FirmaUser = Schema.Struct({
  id: Id,
  email: Schema.String,
  order: Schema.optionalKey(Schema.NullOr(Schema.Finite)),
  finished_on: Moment,
  declined_on: Moment,
  decline_reason: Text,
});
export type FirmaUser = typeof FirmaUser.Type;

/** Everybody a request goes to. */
export const FirmaUsers = Schema.Struct({ results: Schema.Array(FirmaUser) });

/** What create-and-send answers. */
export const FirmaCreated = Schema.Struct({
  id: Id,
  status: Schema.String,
  recipients: Schema.Array(FirmaUser),
});

/** Where a large document is put before it is sent. */
export const FirmaUpload = Schema.Struct({ document_id: Id, upload_url: Schema.String });

/** What became of a request; several flags may be set. */
const Flags = Schema.Struct({
  sent: Flag,
  finished: Flag,
  cancelled: Flag,
  declined: Flag,
  expired: Flag,
});

/** A request in full. */
export const FirmaRequest = Schema.Struct({
  id: Id,
  status: Flags,
  timestamps: Schema.optionalKey(
    Schema.Struct({
      sent_on: Moment,
      finished_on: Moment,
      cancelled_on: Moment,
      declined_on: Moment,
      last_changed_on: Moment,
    }),
  ),
  expires_at: Moment,
  certificate: Schema.optionalKey(
    Schema.NullOr(Schema.Struct({ generated: Flag, has_error: Flag })),
  ),
  certificate_only_download_url: Text,
});
export type FirmaRequest = typeof FirmaRequest.Type;

/** A line of the list of requests. */
const Listed = Schema.Struct({
  id: Id,
  name: Schema.String,
  description: Text,
  status: Schema.optionalKey(Schema.Union([Schema.String, Flags])),
});

/** A page of the list of requests. */
export const FirmaList = Schema.Struct({ results: Schema.Array(Listed) });
export type FirmaListed = typeof Listed.Type;

/** Where the document is, and whether it is the final one. */
export const FirmaDownload = Schema.Struct({
  status: Schema.String,
  is_partial: Schema.Boolean,
  download_url: Schema.NullOr(Schema.String),
});

const Recipient = Schema.Struct({ id: Id, decline_reason: Text });

const Happened = Schema.Struct({
  signing_request: Schema.optionalKey(Schema.Struct({ id: Id })),
  signing_request_id: Schema.optionalKey(Id),
  recipient: Schema.optionalKey(Schema.NullOr(Recipient)),
  recipient_id: Schema.optionalKey(Schema.NullOr(Id)),
});

/** A callback, as it is sent today and as it was. */
export const FirmaCallback = Schema.Struct({
  id: Schema.optionalKey(Id),
  event_id: Schema.optionalKey(Id),
  type: Schema.optionalKey(Schema.String),
  event_type: Schema.optionalKey(Schema.String),
  created_at: Text,
  data: Schema.optionalKey(Happened),
});
export type FirmaCallback = typeof FirmaCallback.Type;
