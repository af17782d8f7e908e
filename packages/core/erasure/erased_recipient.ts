import { Schema } from "effect";

import { Email, RenderId, SignatureRequestId } from "../values/mod.ts";

/** Who is to be erased, and whether documents about them go too. */
export const EraseRecipient = Schema.Struct({
  email: Email,
  documents: Schema.optionalKey(Schema.Boolean),
}).annotate({ identifier: "EraseRecipient" });
export type EraseRecipient = typeof EraseRecipient.Type;

/** A signature request that names the recipient and was left as it is. */
const LeftSignature = Schema.Struct({ id: SignatureRequestId, renderId: RenderId });

/**
 * How much was erased, and what still holds the address: requests that are open, requests that have
 * ended and are evidence, and renders whose data contain it.
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
    /** Whether there are more renders than were looked up. */
    hasMore: Schema.Boolean,
  }),
}).annotate({ identifier: "ErasedRecipient" });
export type ErasedRecipient = typeof ErasedRecipient.Type;

/** Nobody was erased anywhere. */
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

/** What was erased in two places, and what is left in both. */
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
