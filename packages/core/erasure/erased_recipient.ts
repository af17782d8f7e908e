import { Schema } from "effect";

import { Email, RenderId, SignatureRequestId } from "../values/mod.ts";

/** A recipient to erase by email address, and whether to erase the renders with that address too. */
export const EraseRecipient = Schema.Struct({
  email: Email.annotateKey({ description: "The address to erase, in upper or lower case." }),
  documents: Schema.optionalKey(Schema.Boolean).annotateKey({
    description:
      "Whether to erase renders with the address in data, file name, shares, emails or evidence too. Default `false`.",
  }),
}).annotate({ identifier: "EraseRecipient", description: "An email address to erase." });
export type EraseRecipient = typeof EraseRecipient.Type;

/** A signature request with the recipient that was not erased. */
const RemainingSignature = Schema.Struct({
  id: SignatureRequestId.annotateKey({ description: "The ID of the signature request." }),
  renderId: RenderId.annotateKey({ description: "The ID of its render." }),
});

/**
 * The numbers of erased records, and the records that still contain the address: open signature requests,
 * ended requests, which are evidence, and renders with the address in their data.
 */
export const ErasedRecipient = Schema.Struct({
  erased: Schema.Struct({
    renders: Schema.Int.annotateKey({
      description: "Renders that were deleted with all related records, only with `documents`.",
    }),
    shares: Schema.Int.annotateKey({
      description: "Shares that were revoked and lost their address and message.",
    }),
    mails: Schema.Int.annotateKey({
      description: "Emails that lost address, name and text. Queued emails are not sent.",
    }),
    engagementEvents: Schema.Int.annotateKey({
      description: "Engagement events that lost IP address, browser and metadata.",
    }),
    events: Schema.Int.annotateKey({
      description: "Events that were removed from the event stream and the delivery log.",
    }),
    submissions: Schema.Int.annotateKey({
      description: "Form submissions that lost all data of the actor except `externalId`.",
    }),
    sessions: Schema.Int.annotateKey({
      description: "Embed sessions that contained the address and were deleted.",
    }),
    signatureDrafts: Schema.Int.annotateKey({
      description: "Drafts of signature requests that contained the address and were deleted.",
    }),
    signatureBulkRows: Schema.Int.annotateKey({
      description:
        "Rows of bulk requests that contained the address. They are not sent: they have failed.",
    }),
  }).annotateKey({ description: "The number of erased records, by kind." }),
  left: Schema.Struct({
    openSignatures: Schema.Array(RemainingSignature).annotateKey({
      description: "Open signature requests with the address. Cancel them, then erase again.",
    }),
    evidence: Schema.Array(RemainingSignature).annotateKey({
      description: "Ended signature requests, whose evidence contains the address.",
    }),
    renders: Schema.Array(RenderId).annotateKey({
      description: "The IDs of renders with the address, at most 100.",
    }),
    hasMore: Schema.Boolean.annotateKey({
      description: "Whether more renders contain the address than are listed.",
    }),
  }).annotateKey({ description: "The records that still contain the address." }),
}).annotate({
  identifier: "ErasedRecipient",
  description:
    "The result of an erasure: erased records, and records that still contain the address.",
});
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
    signatureDrafts: 0,
    signatureBulkRows: 0,
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
      signatureDrafts: one.erased.signatureDrafts + other.erased.signatureDrafts,
      signatureBulkRows: one.erased.signatureBulkRows + other.erased.signatureBulkRows,
    },
    left: {
      openSignatures: [...one.left.openSignatures, ...other.left.openSignatures],
      evidence: [...one.left.evidence, ...other.left.evidence],
      renders: [...one.left.renders, ...other.left.renders],
      hasMore: one.left.hasMore || other.left.hasMore,
    },
  };
}
