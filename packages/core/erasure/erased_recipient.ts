import { Schema } from "effect";

import { Email, RenderId, SignatureRequestId } from "../values/mod.ts";

/** A recipient to erase by email address, and whether to erase the renders with that address too. */
export const EraseRecipient = Schema.Struct({
  email: Email,
  documents: Schema.optionalKey(Schema.Boolean),
}).annotate({ identifier: "EraseRecipient" });
export type EraseRecipient = typeof EraseRecipient.Type;

/** A signature request with the recipient that was not erased. */
const LeftSignature = Schema.Struct({ id: SignatureRequestId, renderId: RenderId });

/**
 * The numbers of erased records, and the records that still contain the address: open signature requests,
 * ended requests, which are evidence, and renders with the address in their data.
 */
export const ErasedRecipient = Schema.Struct({
  erased: Schema.Struct({
    renders: Schema.Int,
    shares: Schema.Int,
    mails: Schema.Int,
    engagementEvents: Schema.Int,
    events: Schema.Int,
    submissions: Schema.Int,
    sessions: Schema.Int,
  }),
  left: Schema.Struct({
    openSignatures: Schema.Array(LeftSignature),
    evidence: Schema.Array(LeftSignature),
    renders: Schema.Array(RenderId),
    /** Whether more renders contain the address than are listed. */
    hasMore: Schema.Boolean,
  }),
}).annotate({ identifier: "ErasedRecipient" });
export type ErasedRecipient = typeof ErasedRecipient.Type;

export const NOTHING_ERASED: ErasedRecipient = {
  erased: {
    renders: 0,
    shares: 0,
    mails: 0,
    engagementEvents: 0,
    events: 0,
    submissions: 0,
    sessions: 0,
  },
  left: { openSignatures: [], evidence: [], renders: [], hasMore: false },
};

/** Adds the results of two erasures. */
export function mergeErasures(one: ErasedRecipient, other: ErasedRecipient): ErasedRecipient {
  return {
    erased: {
      renders: one.erased.renders + other.erased.renders,
      shares: one.erased.shares + other.erased.shares,
      mails: one.erased.mails + other.erased.mails,
      engagementEvents: one.erased.engagementEvents + other.erased.engagementEvents,
      events: one.erased.events + other.erased.events,
      submissions: one.erased.submissions + other.erased.submissions,
      sessions: one.erased.sessions + other.erased.sessions,
    },
    left: {
      openSignatures: [...one.left.openSignatures, ...other.left.openSignatures],
      evidence: [...one.left.evidence, ...other.left.evidence],
      renders: [...one.left.renders, ...other.left.renders],
      hasMore: one.left.hasMore || other.left.hasMore,
    },
  };
}
