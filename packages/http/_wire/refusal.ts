import { HttpServerResponse } from "effect/http";

import { type Code, STATUS } from "./error.ts";
import { type Asked, hasFlatErrors } from "./flat_errors.ts";

/** An error body from outside any endpoint: what HTTP itself refuses, in the form of what was asked for. */
export function refusal(
  code: Code,
  message: string,
  asked?: Asked,
): HttpServerResponse.HttpServerResponse {
  const body =
    asked !== undefined && hasFlatErrors(asked)
      ? { error: code, message }
      : { error: { code, message } };
  return HttpServerResponse.jsonUnsafe(body, { status: STATUS[code] });
}
