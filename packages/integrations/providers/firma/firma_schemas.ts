import { Schema } from "effect";

import { OptionalText, OptionalTime, ProviderId } from "../api/api_response.ts";

const Flag = Schema.optionalKey(Schema.NullOr(Schema.Boolean));

/** A recipient of a request. */
export const FirmaUser = Schema.Struct({
  id: ProviderId,
  email: Schema.String,
  order: Schema.optionalKey(Schema.NullOr(Schema.Finite)),
  finished_on: OptionalTime,
  declined_on: OptionalTime,
  decline_reason: OptionalText,
});
export type FirmaUser = typeof FirmaUser.Type;

/** The recipients of a request. */
export const FirmaUsers = Schema.Struct({ results: Schema.Array(FirmaUser) });

/** The response of `create-and-send`. */
export const FirmaCreateResponse = Schema.Struct({
  id: ProviderId,
  status: Schema.String,
  recipients: Schema.Array(FirmaUser),
});

/** The upload URL for a large document. */
export const FirmaUpload = Schema.Struct({ document_id: ProviderId, upload_url: Schema.String });

/** The status of a request; several flags may be set. */
const Flags = Schema.Struct({
  sent: Flag,
  finished: Flag,
  cancelled: Flag,
  declined: Flag,
  expired: Flag,
});

/** A request in full. */
export const FirmaRequest = Schema.Struct({
  id: ProviderId,
  status: Flags,
  timestamps: Schema.optionalKey(
    Schema.Struct({
      sent_on: OptionalTime,
      finished_on: OptionalTime,
      cancelled_on: OptionalTime,
      declined_on: OptionalTime,
      last_changed_on: OptionalTime,
    }),
  ),
  expires_at: OptionalTime,
  certificate: Schema.optionalKey(
    Schema.NullOr(Schema.Struct({ generated: Flag, has_error: Flag })),
  ),
  certificate_only_download_url: OptionalText,
});
export type FirmaRequest = typeof FirmaRequest.Type;

/** An entry of the list of requests. */
const ListEntry = Schema.Struct({
  id: ProviderId,
  name: Schema.String,
  description: OptionalText,
  status: Schema.optionalKey(Schema.Union([Schema.String, Flags])),
});

/** A page of the list of requests. */
export const FirmaList = Schema.Struct({ results: Schema.Array(ListEntry) });
export type FirmaListEntry = typeof ListEntry.Type;

/** The download URL of the document, and whether it is final. */
export const FirmaDownload = Schema.Struct({
  status: Schema.String,
  is_partial: Schema.Boolean,
  download_url: Schema.NullOr(Schema.String),
});

const Recipient = Schema.Struct({ id: ProviderId, decline_reason: OptionalText });

const EventData = Schema.Struct({
  signing_request: Schema.optionalKey(Schema.Struct({ id: ProviderId })),
  signing_request_id: Schema.optionalKey(ProviderId),
  recipient: Schema.optionalKey(Schema.NullOr(Recipient)),
  recipient_id: Schema.optionalKey(Schema.NullOr(ProviderId)),
});

/** A callback, in the current and the older format. */
export const FirmaCallback = Schema.Struct({
  id: Schema.optionalKey(ProviderId),
  event_id: Schema.optionalKey(ProviderId),
  type: Schema.optionalKey(Schema.String),
  event_type: Schema.optionalKey(Schema.String),
  created_at: OptionalText,
  data: Schema.optionalKey(EventData),
});
export type FirmaCallback = typeof FirmaCallback.Type;
