import { DateTime, Option, Schema, SchemaTransformation } from "effect";

/** A time in UTC; in JSON, ISO 8601 with milliseconds (contract §2). */
export const Timestamp = Schema.DateTimeUtcFromString.pipe(
  Schema.annotateEncoded({ format: "date-time" }),
);
export type Timestamp = typeof Timestamp.Type;

const ISO = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/u;

/** The year 10000: not all programs support years of five digits. */
const END = DateTime.makeUnsafe(Date.UTC(10_000, 0));

/** Whether a text is a time on a day that exists. */
function isTime(text: string): boolean {
  const [, day] = ISO.exec(text) ?? [];
  const [time, midnight] = [DateTime.make(text), DateTime.make(`${day}T00:00:00Z`)];
  if (Option.isNone(time) || Option.isNone(midnight)) return false;
  // `DateTime.make` reads the 30th of February as a day of March.
  const isDay = DateTime.formatIsoDateUtc(midnight.value) === day;
  return isDay && DateTime.isLessThan(time.value, END);
}

/**
 * A time in requests: ISO 8601 with a zone, at least to the minute. Stored with milliseconds.
 */
export const IsoTimestamp = Schema.String.check(
  Schema.makeFilter(
    (text) =>
      isTime(text) || "Expected an ISO 8601 timestamp with a zone, such as 2026-05-04T03:02:01Z",
    { toJsonSchema: () => ({ format: "date-time" }) },
  ),
)
  .annotate({
    identifier: "IsoTimestamp",
    description: "A time in ISO 8601 with a zone, such as `2026-05-04T03:02:01Z`.",
  })
  .pipe(
    Schema.decodeTo(
      Schema.DateTimeUtc,
      SchemaTransformation.transform({
        decode: (text) => DateTime.toUtc(DateTime.makeUnsafe(text)),
        encode: (time) => DateTime.formatIso(time),
      }),
    ),
  );
