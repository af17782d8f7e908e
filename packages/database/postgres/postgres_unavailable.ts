import { Schema } from "effect";

/** The database cannot be opened or reached; the message says which one and what to do. */
export class PostgresUnavailable extends Schema.TaggedError<PostgresUnavailable>()(
  "postgres_unavailable",
  { message: Schema.String, cause: Schema.optionalKey(Schema.Defect()) },
) {}
