import { NotReady, type ProviderUnavailable } from "@paraph/core/signatures";
import { Effect, Redacted } from "effect";

import { type OutboundResponse, outboundRequest } from "../../outbound_request.ts";
import { isSuccess } from "./api_response.ts";
import { CallFailed, outboundOf, type ProviderApi, unavailable, whole } from "./provider_api.ts";

/** No signed document is larger; what is, is not read to the end. */
const MAX_FILE = 100 * 1024 * 1024;

const MAX_REDIRECTS = 3;

/** What a server says that is not done with a file. */
const NOT_YET: ReadonlySet<number> = new Set([404, 409, 425, 503]);

/**
 * Fetches a PDF from where the provider says it is.
 *
 * Such an address is not ours to trust: it is asked without our key unless it is the API's own
 * (`isOurs`), over TLS unless the API does without, and leads to no private address that the
 * deployment has not opened, redirects included.
 */
export const downloadPdf = Effect.fnUntraced(function* (
  api: ProviderApi,
  url: string,
  { isOurs = false }: { readonly isOurs?: boolean } = {},
): Effect.fn.Return<Uint8Array, NotReady | ProviderUnavailable> {
  const { name, authorization } = api.options;
  const headers = { accept: "application/pdf", authorization: Redacted.value(authorization) };
  let response = yield* ask(api, { url, headers: isOurs ? headers : withoutKey(headers) });
  let from = url;
  for (let hop = 0; isRedirect(response) && hop < MAX_REDIRECTS; hop++) {
    const location = response.headers.location ?? "";
    const next = URL.parse(location, from);
    if (next === null) return yield* unavailable({ message: `${name} leads nowhere` });
    from = next.href;
    response = yield* ask(api, { url: from, headers: withoutKey(headers) });
  }
  const { status, bytes } = response;
  if (isOurs && NOT_YET.has(status)) {
    return yield* new NotReady({ message: `${name} is not done with the document` });
  }
  if (status !== 200) {
    return yield* unavailable({ message: `The file store of ${name} answered ${status}` });
  }
  if (!isWholePdf(bytes)) {
    return yield* unavailable({ message: `${name} sent something that is no whole PDF` });
  }
  return bytes;
});

/** Puts a PDF where the provider wants it. Nothing is sent to anybody by that. */
export const uploadPdf = Effect.fnUntraced(function* (
  api: ProviderApi,
  url: string,
  pdf: Uint8Array,
): Effect.fn.Return<void, CallFailed> {
  const { name } = api.options;
  const refused = (message: string) => new CallFailed({ message, mayHaveArrived: false });
  const outbound = yield* Effect.fromNullishOr(wayTo(api, url)).pipe(
    Effect.mapError(() => refused(`${name} wants the document somewhere unsafe`)),
  );
  const headers = { "content-type": "application/pdf" };
  const { status } = yield* whole(
    `The file store of ${name}`,
    outboundRequest({ url, method: "PUT", headers, body: pdf, maxBytes: 64 * 1024 }, outbound),
    api.documentPatience,
  );
  return isSuccess({ status })
    ? undefined
    : yield* refused(`The file store of ${name} answered ${status}`);
});

const ask = Effect.fnUntraced(function* (
  api: ProviderApi,
  { url, headers }: { readonly url: string; readonly headers: Readonly<Record<string, string>> },
): Effect.fn.Return<OutboundResponse, ProviderUnavailable> {
  const { name } = api.options;
  const outbound = yield* Effect.fromNullishOr(wayTo(api, url)).pipe(
    Effect.mapError(() => unavailable({ message: `${name} has the document somewhere unsafe` })),
  );
  return yield* whole(
    `The file store of ${name}`,
    outboundRequest({ url, method: "GET", headers, maxBytes: MAX_FILE }, outbound),
    api.documentPatience,
  ).pipe(Effect.mapError(unavailable));
});

/** How an address is reached that the provider names; not at all when that is unsafe. */
function wayTo({ options }: ProviderApi, url: string) {
  const [asked, base] = [URL.parse(url), URL.parse(options.url)];
  const isSafe = asked?.protocol === "https:" || asked?.protocol === base?.protocol;
  // What is at the provider's own address is as far away as the operator has put it.
  return isSafe ? outboundOf(options, asked?.origin === base?.origin) : undefined;
}

function isRedirect({ status, headers }: OutboundResponse): boolean {
  return status >= 300 && status < 400 && headers.location !== undefined;
}

function withoutKey({ accept }: { readonly accept: string }) {
  return { accept };
}

/** So far from its end a PDF says that it is complete. */
const TAIL = 2048;

/**
 * Whether bytes begin and end as a PDF does.
 */
function isWholePdf(bytes: Uint8Array): boolean {
  const latin1 = new TextDecoder("latin1");
  const begins = latin1.decode(bytes.subarray(0, 5)) === "%PDF-";
  return begins && latin1.decode(bytes.subarray(-TAIL)).includes("%%EOF");
}
