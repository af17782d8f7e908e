import type { Headers } from "effect/http";

/** The header that carries a request's id both ways. */
export const REQUEST_ID = "x-request-id";

const USABLE = /^[\x21-\x7e]{1,128}$/;

/** The id a client gave its request, when it is one to pass on: 1 to 128 visible ASCII characters. */
export function clientRequestId(headers: Headers.Headers): string | undefined {
  const id = headers[REQUEST_ID];
  return id !== undefined && USABLE.test(id) ? id : undefined;
}
