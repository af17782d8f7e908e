import { DateTime, Option, Schema, SchemaTransformation } from "effect";

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/u;

/**
 * A moment as callers write it: ISO 8601 with a zone, to the minute at least. It is kept to the
 * millisecond.
 */
export const IsoTimestamp = Schema.String.check(
  Schema.makeFilter(
    (text) =>
      (ISO.test(text) && Option.isSome(DateTime.make(text))) ||
      "Expected an ISO 8601 timestamp with a zone, such as 2026-05-04T03:02:01Z",
  ),
)
  .annotate({ identifier: "IsoTimestamp", format: "date-time" })
  .pipe(
    Schema.decodeTo(
      Schema.DateTimeUtc,
      SchemaTransformation.transform({
        decode: (text) => DateTime.toUtc(DateTime.makeUnsafe(text)),
        encode: (moment) => DateTime.formatIso(moment),
      }),
    ),
  );
