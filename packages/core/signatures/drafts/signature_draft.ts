import { Predicate, Schema } from "effect";

import {
  describeEncoded,
  type Issue,
  PageEnd,
  PageQuery,
  RenderId,
  SignatureDraftId,
  SignatureRequestId,
  Timestamp,
} from "../../values/mod.ts";

/** The maximum characters of a draft's request as JSON. */
const MAX_REQUEST_CHARACTERS = 256 * 1024;

const DraftRequest = Schema.Record(Schema.String, Schema.Json);

const request = DraftRequest.annotateKey({
  description:
    "An incomplete body of `POST /v1/signatures`, with `renderId`: at most 262,144 characters of JSON, without access codes. It is validated when the draft is sent.",
});

/** A draft to create. */
export const CreateSignatureDraft = Schema.Struct({ request }).annotate({
  identifier: "CreateSignatureDraft",
  description: "A draft of a signature request to create.",
});
export type CreateSignatureDraft = typeof CreateSignatureDraft.Type;

const Revision = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2 ** 31 - 1 }));

/** The new content of a draft. */
export const UpdateSignatureDraft = Schema.Struct({
  request,
  revision: Schema.optionalKey(Revision).annotateKey({
    description:
      "The revision that you have read. If the draft has another one by now, the response is 409. Default: any.",
  }),
}).annotate({
  identifier: "UpdateSignatureDraft",
  description: "The request that replaces the one in the draft.",
});
export type UpdateSignatureDraft = typeof UpdateSignatureDraft.Type;

/** A draft of a signature request in the form of the API. */
export const SignatureDraft = Schema.Struct({
  id: SignatureDraftId.annotateKey({ description: "ID of the draft." }),
  renderId: RenderId.annotateKey({ description: "ID of the render to sign." }),
  revision: Schema.Int.annotateKey({
    description: "Number of the revision, from 1. Every change increments it.",
  }),
  request: DraftRequest.annotateKey({
    description: "The incomplete body of `POST /v1/signatures`, as you sent it.",
  }),
  signatureId: Schema.NullOr(SignatureRequestId).annotateKey({
    description: "ID of the signature request that the draft became. `null` until it is sent.",
  }),
  createdAt: Timestamp.pipe(describeEncoded("When the draft was created.")),
  updatedAt: Timestamp.pipe(describeEncoded("When the draft was last changed.")),
}).annotate({
  identifier: "SignatureDraft",
  description: "A draft of a signature request, which only the project sees.",
});
export type SignatureDraft = typeof SignatureDraft.Type;

export const SignatureDraftQuery = Schema.Struct({
  ...PageQuery,
  renderId: Schema.optionalKey(Schema.String.check(Schema.isUUID())).annotateKey({
    description: "Returns only the drafts of this render.",
  }),
  status: Schema.optionalKey(Schema.Literals(["open", "sent"])).annotateKey({
    description: "`open`: only drafts that were not sent. `sent`: only sent ones. Default: all.",
  }),
});
export type SignatureDraftQuery = typeof SignatureDraftQuery.Type;

/** A page of drafts, newest first. */
export const SignatureDraftPage = Schema.Struct({
  drafts: Schema.Array(SignatureDraft).annotateKey({ description: "Drafts, newest first." }),
  ...PageEnd,
}).annotate({
  identifier: "SignatureDraftPage",
  description: "A page of drafts of signature requests, newest first.",
});
export type SignatureDraftPage = typeof SignatureDraftPage.Type;

/** A draft that was deleted. */
export const RemovedSignatureDraft = Schema.Struct({
  id: SignatureDraftId.annotateKey({ description: "ID of the deleted draft." }),
  deletedAt: Timestamp.pipe(describeEncoded("When the draft was deleted.")),
}).annotate({ identifier: "RemovedSignatureDraft", description: "A deleted draft." });
export type RemovedSignatureDraft = typeof RemovedSignatureDraft.Type;

/**
 * The problems of a draft's request that do not wait until it is sent: its size, and access codes, because
 * drafts are stored as they are.
 *
 * @example An access code
 * ```ts
 * import { draftProblems } from "@paraph/core/signatures";
 * import assert from "node:assert/strict";
 *
 * const authentication = { method: "access_code", code: "4711" };
 * const [problem] = draftProblems({ recipients: [{ authentication }] });
 * assert.equal(problem?.path, "request.recipients.0.authentication.code");
 * assert.deepEqual(draftProblems({ recipients: "none yet" }), []);
 * ```
 */
export function draftProblems(draftRequest: CreateSignatureDraft["request"]): ReadonlyArray<Issue> {
  const recipients: unknown = draftRequest["recipients"];
  const codes = (Array.isArray(recipients) ? recipients : []).flatMap((recipient: unknown, index) =>
    hasAccessCode(recipient) ? [index] : [],
  );
  const isTooLarge = JSON.stringify(draftRequest).length > MAX_REQUEST_CHARACTERS;
  return [
    ...(isTooLarge
      ? [{ path: "request", message: "Expected at most 262144 characters of JSON" }]
      : []),
    ...codes.map((index) => ({
      path: `request.recipients.${index}.authentication.code`,
      message: "Drafts do not store access codes. Send them with the draft, in accessCodes",
    })),
  ];
}

function hasAccessCode(recipient: unknown): boolean {
  if (!Predicate.isObject(recipient)) return false;
  const authentication: unknown = recipient["authentication"];
  return Predicate.isObject(authentication) && authentication["code"] !== undefined;
}
