import { Schema } from "effect";

import { SignatureRequest } from "./signature_request.ts";

/** An event of an audit trail, in the form of the API. */
export const SignatureAuditEvent = Schema.Struct({
  seq: Schema.Int.annotateKey({ description: "Number of the event, from 1 without gaps." }),
  at: Schema.String.annotateKey({ description: "When it happened, ISO 8601 in UTC." }),
  type: Schema.String.annotateKey({
    description: "What happened, such as `sent`, `invited`, `viewed`, `signed` or `declined`.",
  }),
  who: Schema.String.annotateKey({
    description: "Who did it: the sender, a recipient, or `Paraph`.",
  }),
  details: Schema.Record(
    Schema.String,
    Schema.Union([
      Schema.Finite,
      Schema.String,
      Schema.Boolean,
      Schema.Null,
      Schema.Record(Schema.String, Schema.String),
    ]),
  ).annotateKey({
    description: "Details by name, such as `recipientId`, `email`, `ip`, `userAgent` or `reason`.",
  }),
  prev: Schema.String.annotateKey({
    description:
      "Hash of the event before it. For the first event, the SHA-256 of `paraph-audit/1|<request ID>|<SHA-256 of the sent document>`.",
  }),
  hash: Schema.String.annotateKey({
    description:
      "SHA-256 in hexadecimal of the event without `hash`, as JSON with sorted keys and no white space.",
  }),
}).annotate({
  identifier: "SignatureAuditEvent",
  description: "An event of an audit trail. Its hash covers the event and all events before it.",
});
export type SignatureAuditEvent = typeof SignatureAuditEvent.Type;

/** The events of a request so far, and the hash of the last one. */
export const AuditedEvents = {
  events: Schema.Array(SignatureAuditEvent).annotateKey({ description: "All events, in order." }),
  head: Schema.String.annotateKey({
    description: "Hash of the last event. It changes if any event is changed, removed or moved.",
  }),
};
export interface AuditedEvents {
  readonly events: ReadonlyArray<SignatureAuditEvent>;
  readonly head: string;
}

/** The audit trail of a request (contract §11). */
export const SignatureAudit = Schema.Struct({
  format: Schema.Literal("paraph-audit/1").annotateKey({
    description: "Format of the events and their hashes.",
  }),
  request: SignatureRequest.annotateKey({ description: "The signature request as it is now." }),
  ...AuditedEvents,
}).annotate({
  identifier: "SignatureAudit",
  description: "The audit trail of a signature request: all that has happened so far.",
});
export type SignatureAudit = typeof SignatureAudit.Type;
