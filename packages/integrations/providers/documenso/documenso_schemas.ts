import { Timestamp } from "@paraph/core/values";
import { Schema } from "effect";

import { OptionalText, OptionalTime, ProviderId } from "../api/api_response.ts";

/** A recipient of an envelope. */
export const DocumensoRecipient = Schema.Struct({
  id: Schema.Union([Schema.Int, ProviderId]),
  email: Schema.String,
  role: Schema.String,
  signingOrder: Schema.optionalKey(Schema.NullOr(Schema.Finite)),
  readStatus: OptionalText,
  signingStatus: OptionalText,
  signedAt: OptionalTime,
  rejectionReason: OptionalText,
});
export type DocumensoRecipient = typeof DocumensoRecipient.Type;

/** The response of `envelope/create`. */
export const DocumensoCreated = Schema.Struct({ id: ProviderId });

/** An envelope in full. */
export const DocumensoEnvelope = Schema.Struct({
  id: ProviderId,
  status: Schema.String,
  updatedAt: OptionalTime,
  completedAt: OptionalTime,
  deletedAt: OptionalTime,
  recipients: Schema.Array(DocumensoRecipient),
  fields: Schema.optionalKey(Schema.Array(Schema.Struct({ type: Schema.String }))),
  envelopeItems: Schema.optionalKey(Schema.Array(Schema.Struct({ id: ProviderId }))),
});
export type DocumensoEnvelope = typeof DocumensoEnvelope.Type;

/** A page of the list of envelopes. */
export const DocumensoList = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({
      id: ProviderId,
      status: Schema.String,
      externalId: OptionalText,
      createdAt: Timestamp,
      recipients: Schema.Array(DocumensoRecipient),
    }),
  ),
});
export type DocumensoListed = (typeof DocumensoList.Type)["data"][number];

/** An error response; its code shows whether the monthly limit is reached. */
export const DocumensoProblem = Schema.Struct({
  code: OptionalText,
  data: Schema.optionalKey(
    Schema.NullOr(
      Schema.Struct({
        appError: Schema.optionalKey(Schema.NullOr(Schema.Struct({ code: OptionalText }))),
      }),
    ),
  ),
});

/** A callback. */
export const DocumensoCallback = Schema.Struct({
  event: Schema.String.check(Schema.isMaxLength(100), Schema.isPattern(/^\w+$/u)),
  payload: Schema.Struct({ envelopeId: Schema.optionalKey(Schema.NullOr(ProviderId)) }),
});
