import type {
  Addressee,
  EnvelopeDefinition,
  ProviderUnavailable,
  EnvelopeIds,
} from "@paraph/core/signatures";
import type { Timestamp } from "@paraph/core/values";
import { DateTime, Effect, Option } from "effect";

import { type ProviderApi, unavailable } from "../api/provider_api.ts";
import { DocumensoList, type DocumensoListed } from "./documenso_schemas.ts";
import { deleteDraft, recipientIdsOf } from "./documenso_send.ts";

/** Identifies an envelope that may have been sent. */
type EnvelopeLookup = Pick<EnvelopeDefinition, "reference"> & {
  readonly recipients: ReadonlyArray<Addressee>;
  readonly createdAt: Timestamp;
};

const PAGE_SIZE = 100;
const MAX_PAGES = 50;

/** Maximum difference between the clocks of two services. */
const SKEW = "10 minutes";

/** Looks up an envelope that was sent for a reference. Deletes its drafts. */
export const documensoFind = Effect.fnUntraced(function* (
  api: ProviderApi,
  lookup: EnvelopeLookup,
): Effect.fn.Return<Option.Option<EnvelopeIds>, ProviderUnavailable> {
  // Not every version searches by reference. If there are no results, all recent envelopes are
  // searched.
  const searchResults = yield* list(api, lookup, { query: lookup.reference });
  const matches = searchResults.length > 0 ? searchResults : yield* list(api, lookup, {});
  const drafts = matches.filter(({ status }) => status === "DRAFT");
  const deletions = yield* Effect.forEach(drafts, ({ id }) => deleteDraft(api, id));
  const envelope = matches.find(({ status }) => status !== "DRAFT");
  if (envelope === undefined) {
    return deletions.every((isDeleted) => isDeleted)
      ? Option.none()
      : yield* unavailable({ message: "Documenso does not delete the draft of the envelope" });
  }
  const recipientIds = recipientIdsOf(lookup.recipients, envelope.recipients);
  if (recipientIds === undefined) return yield* unavailable({ message: api.invalidResponse });
  return Option.some({ providerId: envelope.id, recipientIds });
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
      perPage: String(PAGE_SIZE),
      orderByColumn: "createdAt",
      orderByDirection: "desc",
    });
    const { data } = yield* api.read(`/envelope?${query}`, DocumensoList);
    const matches = data.filter(({ externalId }) => externalId === reference);
    const oldest = data.at(-1);
    if (matches.length > 0) return matches;
    if (data.length < PAGE_SIZE || oldest === undefined) return [];
    if (DateTime.isLessThan(oldest.createdAt, since)) return [];
  }
  return yield* unavailable({ message: "Documenso has too many envelopes to search" });
});
