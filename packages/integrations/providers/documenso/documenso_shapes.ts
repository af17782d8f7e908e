import { Timestamp } from "@paraph/core/values";
import { Schema } from "effect";

const EnvelopeId = Schema.String.check(
  Schema.isBetweenLength(1, 200),
  Schema.isPattern(/^[\w-]+$/u),
);
const Text = Schema.optionalKey(Schema.NullOr(Schema.String));
const Moment = Schema.optionalKey(Schema.NullOr(Timestamp));

/** Somebody an envelope goes to, as Documenso tells. */
export const DocumensoRecipient = Schema.Struct({
  id: Schema.Union([Schema.Int, EnvelopeId]),
  email: Schema.String,
  role: Schema.String,
  signingOrder: Schema.optionalKey(Schema.NullOr(Schema.Finite)),
  readStatus: Text,
  signingStatus: Text,
  signedAt: Moment,
  rejectionReason: Text,
});
export type DocumensoRecipient = typeof DocumensoRecipient.Type;

/** What create answers. */
export const DocumensoCreated = Schema.Struct({ id: EnvelopeId });

/** An envelope in full. */
export const DocumensoEnvelope = Schema.Struct({
  id: EnvelopeId,
  status: Schema.String,
  updatedAt: Moment,
  completedAt: Moment,
  deletedAt: Moment,
  recipients: Schema.Array(DocumensoRecipient),
  fields: Schema.optionalKey(Schema.Array(Schema.Struct({ type: Schema.String }))),
  envelopeItems: Schema.optionalKey(Schema.Array(Schema.Struct({ id: EnvelopeId }))),
});
export type DocumensoEnvelope = typeof DocumensoEnvelope.Type;

/** A page of the list of envelopes. */
export const DocumensoList = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({
      id: EnvelopeId,
      status: Schema.String,
      externalId: Text,
      createdAt: Timestamp,
      recipients: Schema.Array(DocumensoRecipient),
    }),
  ),
});
export type DocumensoListed = (typeof DocumensoList.Type)["data"][number];

/** What says that the account may send nothing more this month. */
export const DocumensoProblem = Schema.Struct({
  code: Text,
  data: Schema.optionalKey(
    Schema.NullOr(
      Schema.Struct({ appError: Schema.optionalKey(Schema.NullOr(Schema.Struct({ code: Text }))) }),
    ),
  ),
});

/** A callback. */
export const DocumensoCallback = Schema.Struct({
  event: Schema.String.check(Schema.isMaxLength(100), Schema.isPattern(/^\w+$/u)),
  payload: Schema.Struct({ envelopeId: Schema.optionalKey(Schema.NullOr(EnvelopeId)) }),
});
