import { Effect, Schema } from "effect";
import { HttpServerResponse } from "effect/http";

/** The part of an endpoint that describes what it responds with. */
interface RespondingEndpoint {
  readonly "~Success": Schema.Constraint;
  readonly success: ReadonlySet<Schema.Top>;
}

/**
 * A response with the status that a handler chooses, such as 201 for what was created and 200 for an idempotent
 * replay. The endpoint declares one schema under each of its statuses.
 */
export function respond<E extends RespondingEndpoint>(
  endpoint: E,
  value: E["~Success"]["Type"],
  status: number,
): Effect.Effect<HttpServerResponse.HttpServerResponse> {
  return Effect.orDie(encoderOf(endpoint)(value, { status }));
}

const ENCODERS = new WeakMap<RespondingEndpoint, ReturnType<typeof encoderFor>>();

function encoderOf(endpoint: RespondingEndpoint) {
  const known = ENCODERS.get(endpoint);
  if (known !== undefined) return known;
  const encoder = encoderFor(endpoint);
  ENCODERS.set(endpoint, encoder);
  return encoder;
}

function encoderFor({ success }: RespondingEndpoint) {
  const [schema = Schema.Never] = success;
  return HttpServerResponse.schemaJson(Schema.make<Schema.Codec<unknown, unknown>>(schema.ast));
}
