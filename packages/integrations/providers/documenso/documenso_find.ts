import type { EnvelopeDefinition, ProviderUnavailable, EnvelopeIds } from "@paraph/core/signatures";
import type { Timestamp } from "@paraph/core/values";
import { DateTime, Effect, Option } from "effect";

import { type ProviderApi, unavailable } from "../api/provider_api.ts";
import { DocumensoList, type DocumensoListed } from "./documenso_schemas.ts";
import { deleteDraft, recipientIdsOf } from "./documenso_send.ts";

/** Identifies an envelope that may have been sent. */
type EnvelopeLookup = Pick<EnvelopeDefinition, "reference" | "recipients"> & {
  readonly createdAt: Timestamp;
};

const PAGE = 100;
const MAX_PAGES = 50;

/** Maximum difference between the clocks of two services. */
const SKEW = "10 minutes";

/** Looks for an envelope that was sent for a reference. One that was only begun is deleted. */
export const documensoFind = Effect.fnUntraced(function* (
  api: ProviderApi,
  lookup: EnvelopeLookup,
): Effect.fn.Return<Option.Option<EnvelopeIds>, ProviderUnavailable> {
  // Not every version searches by our own id: then all that is recent is looked through.
  const quick = yield* list(api, lookup, { query: lookup.reference });
  const found = quick.length > 0 ? quick : yield* list(api, lookup, {});
  const drafts = found.filter(({ status }) => status === "DRAFT");
  const deleted = yield* Effect.forEach(drafts, ({ id }) => deleteDraft(api, id));
  const sent = found.find(({ status }) => status !== "DRAFT");
  if (sent === undefined) {
    return deleted.every((isDeleted) => isDeleted)
      ? Option.none()
      : yield* unavailable({ message: "Documenso has begun the envelope and does not delete it" });
  }
  const recipientIds = recipientIdsOf(lookup.recipients, sent.recipients);
  if (recipientIds === undefined) return yield* unavailable({ message: api.misunderstood });
  return Option.some({ providerId: sent.id, recipientIds });
});

const list = Effect.fnUntraced(function* (
  api: ProviderApi,
  { reference, createdAt }: EnvelopeLookup,
  search: Readonly<Record<string, string>>,
): Effect.fn.Return<ReadonlyArray<DocumensoListed>, ProviderUnavailable> {
  const since = DateTime.subtractDuration(createdAt, SKEW);
  for (let page = 1; page <= MAX_PAGES; page++) {
    const query = new URLSearchParams({
      ...search,
      type: "DOCUMENT",
      page: String(page),
      perPage: String(PAGE),
      orderByColumn: "createdAt",
      orderByDirection: "desc",
    });
    const { data } = yield* api.read(`/envelope?${query}`, DocumensoList);
    const found = data.filter(({ externalId }) => externalId === reference);
    const oldest = data.at(-1);
    if (found.length > 0) return found;
    if (data.length < PAGE || oldest === undefined) return [];
    if (DateTime.isLessThan(oldest.createdAt, since)) return [];
  }
  return yield* unavailable({ message: "Documenso has more envelopes than can be looked through" });
});
