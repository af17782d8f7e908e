import type { Headers } from "effect/http";

/** The header of request ids in requests and responses. */
export const REQUEST_ID = "x-request-id";

const VALID_ID = /^[\x21-\x7e]{1,128}$/;

/** The request id of the client if it is valid: 1 to 128 visible ASCII characters. */
export function clientRequestId(headers: Headers.Headers): string | undefined {
  const id = headers[REQUEST_ID];
  return id !== undefined && VALID_ID.test(id) ? id : undefined;
}
