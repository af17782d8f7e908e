import { Schema, SchemaTransformation } from "effect";

import { describeEncoded } from "./describe_encoded.ts";

/**
 * A cursor is a time: rows created strictly before it come next. A cursor of a response identifies one
 * row: it has the random bits of the row's UUIDv7 as digits after the milliseconds, so rows of one
 * millisecond are neither lost nor repeated. Any ISO timestamp is also a valid cursor.
 */
const RANDOM_BITS = 74n;
const DIGITS = 23;
const SCALE = 10n ** BigInt(DIGITS);
const ISO = /^((?:\d{4}|\+\d{6})-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,40}))?(Z|[+-]\d\d:\d\d)$/;

/** The last moment a UUIDv7 can name. */
const LAST_MILLISECOND = 2 ** 48 - 1;

/** The cursor that continues a list after the row with this UUIDv7. */
export function cursorAfter(id: string): string {
  const hex = id.replaceAll("-", "");
  const millis = Number.parseInt(hex.slice(0, 12), 16);
  const random =
    (BigInt(`0x${hex.slice(13, 16)}`) << 62n) | (BigInt(`0x${hex.slice(16)}`) & ((1n << 62n) - 1n));
  // Rounded up, so that `idBound` rounds down to the same bits.
  const fraction = (random * SCALE + (1n << RANDOM_BITS) - 1n) >> RANDOM_BITS;
  return new Date(millis).toISOString().replace("Z", `${String(fraction).padStart(DIGITS, "0")}Z`);
}

/**
 * The smallest UUIDv7 at the time of a cursor: rows with a smaller id come next.
 * `undefined` if the text is not an ISO 8601 timestamp.
 *
 * @example A cursor converts back to the id of its row
 * ```ts
 * import { cursorAfter, idBound } from "@paraph/core/values";
 * import assert from "node:assert/strict";
 *
 * const id = "0198c0de-7f00-7abc-8def-0123456789ab";
 * assert.equal(idBound(cursorAfter(id)), id);
 * assert.equal(idBound("2026-01-01T00:00:00Z"), "019b76da-a800-7000-8000-000000000000");
 * assert.equal(idBound("yesterday"), undefined);
 * ```
 */
export function idBound(cursor: string): string | undefined {
  const match = ISO.exec(cursor);
  if (match === null) return undefined;
  const [, seconds = "", fraction = "", zone = ""] = match;
  const second = Date.parse(`${seconds}${zone}`);
  if (Number.isNaN(second)) return undefined;
  const digits = fraction.padEnd(3, "0");
  const millis = Math.min(Math.max(second + Number(digits.slice(0, 3)), 0), LAST_MILLISECOND);
  const rest = BigInt(digits.slice(3, 3 + DIGITS).padEnd(DIGITS, "0"));
  const random = (rest << RANDOM_BITS) / SCALE;
  const time = millis.toString(16).padStart(12, "0");
  const high = (random >> 62n).toString(16).padStart(3, "0");
  const low = ((random & ((1n << 62n) - 1n)) | (1n << 63n)).toString(16).padStart(16, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${high}-${low.slice(0, 4)}-${low.slice(4)}`;
}

/** The time in a UUIDv7, in milliseconds since 1970. */
export function millisOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** The number of rows on a page: 1 to 100, by default 50. */
export const Limit = Schema.String.check(
  Schema.isPattern(/^([1-9][0-9]?|100)$/u, { message: "Expected a whole number from 1 to 100" }),
)
  .annotate({ identifier: "Limit", description: "The number of rows on a page: 1 to 100." })
  .pipe(Schema.decodeTo(Schema.Int, SchemaTransformation.numberFromString));

/** Where a page starts: an ISO 8601 timestamp, usually the `nextCursor` of the page before. */
export const Cursor = Schema.String.annotate({
  description: "Where a page starts: an ISO 8601 timestamp.",
})
  .check(
    Schema.makeFilter((text) => idBound(text) !== undefined || "Expected an ISO 8601 timestamp"),
  )
  .annotate({ identifier: "Cursor" });

/** The query parameters of a paginated list. */
export const PageQuery = {
  limit: Schema.optionalKey(Limit).pipe(
    describeEncoded("The number of rows on a page: 1 to 100; default 50."),
  ),
  cursor: Schema.optionalKey(Cursor).annotateKey({
    description:
      "The `nextCursor` of the previous page, or any ISO 8601 timestamp: rows created before it follow.",
  }),
};

/** The fields of a page that lead to the next one. */
export const PageEnd = {
  nextCursor: Schema.NullOr(Schema.String).annotateKey({
    description: "The `cursor` of the next page. `null` on the last page.",
  }),
  hasMore: Schema.Boolean.annotateKey({ description: "Whether more rows follow." }),
};

/** The rows to read: those with ids below `before`, and one more than `limit` to see whether more follow. */
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

/** Converts the query of a list. */
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
 * Makes a page of up to `limit + 1` rows, newest first. The extra row only shows that more follow.
 *
 * @example The extra row belongs to the next page
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
  const pageRows = rows.slice(0, limit);
  const last = pageRows.at(-1);
  return {
    rows: pageRows,
    hasMore,
    nextCursor: hasMore && last !== undefined ? cursorAfter(last.id) : null,
  };
}
