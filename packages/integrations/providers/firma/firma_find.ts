import type {
  Addressee,
  EnvelopeDefinition,
  EnvelopeIds,
  ProviderUnavailable,
} from "@paraph/core/signatures";
import type { Timestamp } from "@paraph/core/values";
import { DateTime, Effect, Option, Predicate } from "effect";

import { type ProviderApi, unavailable } from "../api/provider_api.ts";
import { matchRecipients } from "../api/submission.ts";
import { FirmaList, type FirmaListEntry, FirmaUsers } from "./firma_schemas.ts";
import { referenceNote } from "./firma_send.ts";

/** Identifies a request that may have been sent. */
type EnvelopeLookup = Pick<EnvelopeDefinition, "reference" | "name"> & {
  readonly recipients: ReadonlyArray<Addressee>;
  readonly createdAt: Timestamp;
};

const PAGE_SIZE = 200;
const MAX_PAGES = 20;

/** Maximum difference between the clocks of two services. */
const SKEW = "10 minutes";

/** Looks up a request that was sent for a reference. */
export const firmaFind = Effect.fnUntraced(function* (
  api: ProviderApi,
  lookup: EnvelopeLookup,
): Effect.fn.Return<Option.Option<EnvelopeIds>, ProviderUnavailable> {
  const requests = (yield* list(api, lookup)).filter(wasSent);
  const note = referenceNote(lookup);
  const withReference = requests.filter(({ description }) => description === note);
  // Some responses lack the description, so the recipients decide.
  const withoutDescription = requests.filter(({ description }) => Predicate.isNullish(description));
  const candidates = withReference.length > 0 ? withReference : withoutDescription;
  const matches = yield* Effect.forEach(candidates, ({ id }) => matchIds(api, id, lookup), {
    concurrency: 4,
  });
  const [first, second] = matches.filter((ids) => ids !== undefined);
  if (second !== undefined) {
    return yield* unavailable({ message: "Several requests at Firma match" });
  }
  return Option.fromNullishOr(first);
});

const list = Effect.fnUntraced(function* (
  api: ProviderApi,
  { name, createdAt }: EnvelopeLookup,
): Effect.fn.Return<ReadonlyArray<FirmaListEntry>, ProviderUnavailable> {
  const since = DateTime.formatIso(DateTime.subtractDuration(createdAt, SKEW));
  const requests: Array<FirmaListEntry> = [];
  for (let page = 1; page <= MAX_PAGES; page++) {
    const query = new URLSearchParams({
      name,
      created_after: since,
      page: String(page),
      page_size: String(PAGE_SIZE),
    });
    const { results } = yield* api.read(`/signing-requests?${query}`, FirmaList);
    // The filter also matches parts of names.
    requests.push(...results.filter((request) => request.name === name));
    if (results.length < PAGE_SIZE) return requests;
  }
  return yield* unavailable({ message: "Firma has too many requests of this name to search" });
});

/** Drafts were not sent. */
function wasSent({ status }: FirmaListEntry): boolean {
  if (Predicate.isString(status)) return !["draft", "not_sent", "deleted"].includes(status);
  return status?.sent !== false;
}

const matchIds = Effect.fnUntraced(function* (
  api: ProviderApi,
  id: string,
  { recipients }: EnvelopeLookup,
): Effect.fn.Return<EnvelopeIds | undefined, ProviderUnavailable> {
  const { results } = yield* api.read(`/signing-requests/${id}/users`, FirmaUsers);
  const recipientIds = matchRecipients(recipients, results);
  return recipientIds === undefined || results.length !== recipients.length
    ? undefined
    : { providerId: id, recipientIds };
});
