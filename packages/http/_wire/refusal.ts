import { HttpServerResponse } from "effect/http";

import { type Code, STATUS } from "./error.ts";

/** An error body from outside any endpoint: what HTTP itself refuses. */
export function refusal(code: Code, message: string): HttpServerResponse.HttpServerResponse {
  return HttpServerResponse.jsonUnsafe({ error: { code, message } }, { status: STATUS[code] });
}
