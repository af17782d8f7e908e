import { NotReady, type ProviderUnavailable } from "@paraph/core/signatures";
import { Effect, Redacted } from "effect";

import { type OutboundResponse, outboundRequest } from "../../outbound_request.ts";
import { isSuccess } from "./api_response.ts";
import {
  CallFailed,
  outboundOf,
  type ProviderApi,
  unavailable,
  requireWhole,
} from "./provider_api.ts";

/** Signed documents are smaller. Larger ones are not read to the end. */
const MAX_FILE = 100 * 1024 * 1024;

const MAX_REDIRECTS = 3;

/** Statuses that a provider returns while the file is not ready. */
const NOT_YET: ReadonlySet<number> = new Set([404, 409, 425, 503]);

/**
 * Downloads a PDF from a URL that the provider names.
 *
 * Such URLs are not trusted. They get the API key only if they belong to the API (`isOurs`), need
 * TLS unless the API has none, and must not lead to private addresses that the deployment does not
 * allow. Redirects follow the same rules.
 */
export const downloadPdf = Effect.fnUntraced(function* (
  api: ProviderApi,
  url: string,
  { isOurs = false }: { readonly isOurs?: boolean } = {},
): Effect.fn.Return<Uint8Array, NotReady | ProviderUnavailable> {
  const { name, authorization } = api.options;
  const headers = { accept: "application/pdf", authorization: Redacted.value(authorization) };
  let response = yield* fetchFile(api, { url, headers: isOurs ? headers : withoutKey(headers) });
  let from = url;
  for (let hop = 0; isRedirect(response) && hop < MAX_REDIRECTS; hop++) {
    const location = response.headers.location ?? "";
    const next = URL.parse(location, from);
    if (next === null)
      return yield* unavailable({ message: `${name} redirects to an invalid URL` });
    from = next.href;
    response = yield* fetchFile(api, { url: from, headers: withoutKey(headers) });
  }
  const { status, bytes } = response;
  if (isOurs && NOT_YET.has(status)) {
    return yield* new NotReady({ message: `${name} has not finished the document` });
  }
  if (status !== 200) {
    return yield* unavailable({ message: `The file store of ${name} responded with ${status}` });
  }
  if (!isWholePdf(bytes)) {
    return yield* unavailable({ message: `${name} sent an incomplete or invalid PDF` });
  }
  return bytes;
});

/** Uploads a PDF to a URL of the provider. This sends no emails. */
export const uploadPdf = Effect.fnUntraced(function* (
  api: ProviderApi,
  url: string,
  pdf: Uint8Array,
): Effect.fn.Return<void, CallFailed> {
  const { name } = api.options;
  const uploadFailure = (message: string) => new CallFailed({ message, mayHaveArrived: false });
  const outbound = yield* Effect.fromNullishOr(outboundTo(api, url)).pipe(
    Effect.mapError(() => uploadFailure(`${name} requested the upload to an unsafe URL`)),
  );
  const headers = { "content-type": "application/pdf" };
  const { status } = yield* requireWhole(
    `The file store of ${name}`,
    outboundRequest({ url, method: "PUT", headers, body: pdf, maxBytes: 64 * 1024 }, outbound),
    api.documentTimeout,
  );
  return isSuccess({ status })
    ? undefined
    : yield* uploadFailure(`The file store of ${name} responded with ${status}`);
});

const fetchFile = Effect.fnUntraced(function* (
  api: ProviderApi,
  { url, headers }: { readonly url: string; readonly headers: Readonly<Record<string, string>> },
): Effect.fn.Return<OutboundResponse, ProviderUnavailable> {
  const { name } = api.options;
  const outbound = yield* Effect.fromNullishOr(outboundTo(api, url)).pipe(
    Effect.mapError(() => unavailable({ message: `${name} stores the document at an unsafe URL` })),
  );
  return yield* requireWhole(
    `The file store of ${name}`,
    outboundRequest({ url, method: "GET", headers, maxBytes: MAX_FILE }, outbound),
    api.documentTimeout,
  ).pipe(Effect.mapError(unavailable));
});

/** How to reach a URL that the provider names; undefined if that is unsafe. */
function outboundTo({ options }: ProviderApi, url: string) {
  const [target, base] = [URL.parse(url), URL.parse(options.url)];
  const isSafe = target?.protocol === "https:" || target?.protocol === base?.protocol;
  // The operator configured the provider's own origin, so it may be private.
  return isSafe ? outboundOf(options, target?.origin === base?.origin) : undefined;
}

function isRedirect({ status, headers }: OutboundResponse): boolean {
  return status >= 300 && status < 400 && headers.location !== undefined;
}

function withoutKey({ accept }: { readonly accept: string }) {
  return { accept };
}

/** How far from the end of a PDF the end marker may be, in bytes. */
const TAIL = 2048;

/** Whether bytes have the header and the end marker of a PDF. */
function isWholePdf(bytes: Uint8Array): boolean {
  const latin1 = new TextDecoder("latin1");
  const begins = latin1.decode(bytes.subarray(0, 5)) === "%PDF-";
  return begins && latin1.decode(bytes.subarray(-TAIL)).includes("%%EOF");
}
