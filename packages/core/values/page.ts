import { Schema, SchemaTransformation } from "effect";

import { cursorAfter, idBound } from "./cursor.ts";

/** How many rows a page holds: 1 to 100, 50 when nothing is said. */
export const Limit = Schema.String.check(
  Schema.isPattern(/^([1-9][0-9]?|100)$/u, { message: "Expected a whole number from 1 to 100" }),
)
  .annotate({ identifier: "Limit" })
  .pipe(Schema.decodeTo(Schema.Int, SchemaTransformation.numberFromString));

/** Where a page starts: an ISO 8601 timestamp, usually the `nextCursor` of the page before. */
export const Cursor = Schema.String.check(
  Schema.makeFilter((text) => idBound(text) !== undefined || "Expected an ISO 8601 timestamp"),
).annotate({ identifier: "Cursor" });

/** The query of a list that grows. */
export const PageQuery = { limit: Schema.optionalKey(Limit), cursor: Schema.optionalKey(Cursor) };

/** Which rows to read: those below `before`, one more than `limit` to know whether more follow. */
export interface PageRequest {
  readonly limit: number;
  readonly before: string | undefined;
}

/** One page of a list. */
export interface Page<Row> {
  readonly rows: ReadonlyArray<Row>;
  readonly nextCursor: string | null;
  readonly hasMore: boolean;
}

/** The rows a query asks for. */
export function pageRequest(query: {
  readonly limit?: number;
  readonly cursor?: string;
}): PageRequest {
  return {
    limit: query.limit ?? 50,
    before: query.cursor === undefined ? undefined : idBound(query.cursor),
  };
}

/**
 * Makes a page of up to `limit + 1` rows, newest first: the extra row only tells that more follow.
 *
 * @example The row too many stays for the next page
 * ```ts
 * import { pageOf } from "@paraph/core/values";
 * import assert from "node:assert/strict";
 *
 * const rows = [{ id: "0198c0de-7f00-7abc-8def-0123456789ab" }, { id: "0198c0de-7f00-7abc-8def-0123456789aa" }];
 * assert.equal(pageOf(rows, 1).hasMore, true);
 * assert.equal(pageOf(rows, 2).nextCursor, null);
 * ```
 */
export function pageOf<Row extends { readonly id: string }>(
  rows: ReadonlyArray<Row>,
  limit: number,
): Page<Row> {
  const hasMore = rows.length > limit;
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown,
    hasMore,
    nextCursor: hasMore && last !== undefined ? cursorAfter(last.id) : null,
  };
}
