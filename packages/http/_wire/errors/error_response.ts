import type { Issues } from "@paraph/core/values";
import { HttpServerResponse } from "effect/http";

import { type Code, STATUS } from "./error.ts";

/** An error body from outside any endpoint: what HTTP itself refuses, in the form of what was asked for. */
export function refusal(
  code: Code,
  message: string,
  asked?: Asked,
  issues?: Issues,
): HttpServerResponse.HttpServerResponse {
  const problems = issues === undefined ? {} : { issues };
  const body =
    asked !== undefined && hasFlatErrors(asked)
      ? { error: code, message, ...problems }
      : { error: { code, message, ...problems } };
  return HttpServerResponse.jsonUnsafe(body, { status: STATUS[code] });
}

/** What a request asks for, as far as the form of its errors depends on it. */
export interface Asked {
  readonly method: string;
  /** A path or an address that begins with one. */
  readonly url: string;
}

/** What lies below these paths answers with flat errors (contract §2). */
const FLAT_BELOW = ["/v1/admin/"];

/** So do what is posted to these. */
const FLAT_POSTS = new Set(["/v1/embed/sessions", "/v1/embed/catalogs"]);

/** Whether errors of a path are `{ error: code, message }` instead of `{ error: { code, message } }`. */
export function hasFlatErrors({ method, url }: Asked): boolean {
  if (FLAT_BELOW.some((prefix) => url.startsWith(prefix))) return true;
  return method === "POST" && FLAT_POSTS.has(url.replace(/[?#].*$/s, ""));
}
