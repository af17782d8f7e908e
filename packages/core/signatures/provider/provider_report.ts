import { Schema } from "effect";

import { Timestamp } from "../../values/mod.ts";

const timestampField = { at: Timestamp };

/**
 * A provider's report about a request, in a form common to all providers. `recipientId` is the
 * provider's id.
 */
export const ProviderReport = Schema.Union([
  Schema.Struct({
    ...timestampField,
    kind: Schema.Literal("viewed"),
    recipientId: Schema.NullOr(Schema.String),
  }),
  Schema.Struct({ ...timestampField, kind: Schema.Literal("signed"), recipientId: Schema.String }),
  Schema.Struct({
    ...timestampField,
    kind: Schema.Literal("declined"),
    recipientId: Schema.NullOr(Schema.String),
    reason: Schema.NullOr(Schema.String),
  }),
  // A recipient has named another person in their place.
  Schema.Struct({
    ...timestampField,
    kind: Schema.Literal("delegated"),
    recipientId: Schema.String,
    contact: Schema.Struct({
      firstName: Schema.String,
      lastName: Schema.String,
      email: Schema.String,
    }),
  }),
  // All recipients have signed; the documents may still take some time.
  Schema.Struct({ ...timestampField, kind: Schema.Literals(["completed", "expired"]) }),
  Schema.Struct({
    ...timestampField,
    kind: Schema.Literal("cancelled"),
    reason: Schema.NullOr(Schema.String),
  }),
  Schema.Struct({ ...timestampField, kind: Schema.Literal("failed"), reason: Schema.String }),
]);
export type ProviderReport = typeof ProviderReport.Type;

/** A received report, stored before it is applied. */
export interface IncomingReport {
  /** Unique among the reports of the provider, to recognise duplicates. */
  readonly key: string;
  /** The provider's id of the request. */
  readonly providerId: string;
  /** `null` if the state must be fetched from the provider. */
  readonly report: ProviderReport | null;
  /** The received data without secrets, for later investigation. */
  readonly received: Readonly<Record<string, unknown>>;
}
