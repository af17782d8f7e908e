import type { Issues } from "@paraph/core/values";
import { HttpServerResponse } from "effect/http";

import { type Code, STATUS } from "./error.ts";

/** An error response outside of endpoints, in the error format of the request's URL. */
export function errorResponse(
  code: Code,
  message: string,
  target?: RequestTarget,
  issues?: Issues,
): HttpServerResponse.HttpServerResponse {
  const problems = issues === undefined ? {} : { issues };
  const body =
    target !== undefined && hasFlatErrors(target)
      ? { error: code, message, ...problems }
      : { error: { code, message, ...problems } };
  return HttpServerResponse.jsonUnsafe(body, { status: STATUS[code] });
}

/** The parts of a request that decide the format of its errors. */
export interface RequestTarget {
  readonly method: string;
  /** A path, with or without a query. */
  readonly url: string;
}

/** Endpoints below these paths have flat errors (contract §2). */
const FLAT_BELOW = ["/v1/admin/"];

/** POST endpoints with flat errors. */
const FLAT_POSTS = new Set(["/v1/embed/sessions", "/v1/embed/catalogs"]);

/**
 * Whether a path has errors as `{ error: code, message }` instead of `{ error: { code, message }
 * }`.
 */
export function hasFlatErrors({ method, url }: RequestTarget): boolean {
  if (FLAT_BELOW.some((prefix) => url.startsWith(prefix))) return true;
  return method === "POST" && FLAT_POSTS.has(url.replace(/[?#].*$/s, ""));
}
