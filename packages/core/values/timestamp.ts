import { Schema } from "effect";

/** A moment in UTC; on the wire ISO 8601 with milliseconds (contract §2). */
export const Timestamp = Schema.DateTimeUtcFromString;
export type Timestamp = typeof Timestamp.Type;
