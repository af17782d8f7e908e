import type { EnvelopeDefinition, EnvelopeIds, ProviderUnavailable } from "@paraph/core/signatures";
import type { Timestamp } from "@paraph/core/values";
import { DateTime, Effect, Option, Predicate } from "effect";

import { type ProviderApi, unavailable } from "../api/provider_api.ts";
import { matchRecipients } from "../api/submission.ts";
import { FirmaList, type FirmaListed, FirmaUsers } from "./firma_schemas.ts";
import { referenceNote } from "./firma_send.ts";

/** Identifies a request that may have been sent. */
type EnvelopeLookup = Pick<EnvelopeDefinition, "reference" | "name" | "recipients"> & {
  readonly createdAt: Timestamp;
};

const PAGE = 200;
const MAX_PAGES = 20;

/** Maximum difference between the clocks of two services. */
const SKEW = "10 minutes";

/** Looks for a request that was sent for a reference. */
export const firmaFind = Effect.fnUntraced(function* (
  api: ProviderApi,
  lookup: EnvelopeLookup,
): Effect.fn.Return<Option.Option<EnvelopeIds>, ProviderUnavailable> {
  const listed = (yield* list(api, lookup)).filter(wasSent);
  const note = referenceNote(lookup);
  const noted = listed.filter(({ description }) => description === note);
  // Where Firma does not repeat what it keeps, the recipients have to tell.
  const others = listed.filter(({ description }) => Predicate.isNullish(description));
  const candidates = noted.length > 0 ? noted : others;
  const matches = yield* Effect.forEach(candidates, ({ id }) => asSent(api, id, lookup), {
    concurrency: 4,
  });
  const [match, another] = matches.filter((sent) => sent !== undefined);
  if (another !== undefined) {
    return yield* unavailable({ message: "Firma has several requests that this may be" });
  }
  return Option.fromNullishOr(match);
});

const list = Effect.fnUntraced(function* (
  api: ProviderApi,
  { name, createdAt }: EnvelopeLookup,
): Effect.fn.Return<ReadonlyArray<FirmaListed>, ProviderUnavailable> {
  const since = DateTime.formatIso(DateTime.subtractDuration(createdAt, SKEW));
  const found: Array<FirmaListed> = [];
  for (let page = 1; page <= MAX_PAGES; page++) {
    const query = new URLSearchParams({
      name,
      created_after: since,
      page: String(page),
      page_size: String(PAGE),
    });
    const { results } = yield* api.read(`/signing-requests?${query}`, FirmaList);
    // The filter takes parts of names, too.
    found.push(...results.filter((listed) => listed.name === name));
    if (results.length < PAGE) return found;
  }
  return yield* unavailable({ message: "Firma has more requests of this name than can be read" });
});

/** A draft was sent to nobody. */
function wasSent({ status }: FirmaListed): boolean {
  if (Predicate.isString(status)) return !["draft", "not_sent", "deleted"].includes(status);
  return status?.sent !== false;
}

const asSent = Effect.fnUntraced(function* (
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
