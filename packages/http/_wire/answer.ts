import { Effect, Schema } from "effect";
import { HttpServerResponse } from "effect/http";

/** Answers of one shape whose status the handler chooses (201 created, 200 replayed). */
export function answer<A, I>(schema: Schema.Codec<A, I>) {
  const encode = HttpServerResponse.schemaJson(Schema.toCodecJson(schema));
  return (value: A, status: number): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
    Effect.orDie(encode(value, { status }));
}
