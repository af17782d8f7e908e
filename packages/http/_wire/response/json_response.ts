import { BlobStore, jsonPieces, type StoredJson } from "@paraph/core/blobs";
import { verbatimJson } from "@paraph/core/values";
import { Effect, Schema, Stream } from "effect";
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

/** A 200 JSON response whose verbatim parts are sent as they were received. */
export function verbatimResponse(body: object): HttpServerResponse.HttpServerResponse {
  return HttpServerResponse.text(verbatimJson(body), { contentType: "application/json" });
}

const ENCODER = new TextEncoder();
const CONTENT_TYPE = "application/json";

/**
 * Sends JSON with one more member from storage: its large strings are streamed from the asset store, and none of
 * it is parsed.
 */
export const storedJsonResponse = <A, I>(schema: Schema.Codec<A, I>) => {
  const encode = Schema.encodeEffect(Schema.toCodecJson(schema));
  return Effect.gen(function* () {
    const { stream } = yield* BlobStore;
    return Effect.fnUntraced(function* (value: A, member: string, stored: StoredJson) {
      const members = JSON.stringify(yield* Effect.orDie(encode(value)));
      const head = `${members.slice(0, -1)},${JSON.stringify(member)}:`;
      const pieces = [TEXT(head), ...jsonPieces(stored), TEXT("}")].map((piece) =>
        piece.kind === "text"
          ? encoded(piece.text)
          : { byteSize: piece.blob.byteSize, bytes: stream(piece.blob.id) },
      );
      const contentLength = pieces.reduce((total, { byteSize }) => total + byteSize, 0);
      const body = Stream.fromIterable(pieces).pipe(Stream.flatMap(({ bytes }) => bytes));
      return HttpServerResponse.stream(body, { contentLength, contentType: CONTENT_TYPE });
    });
  });
};

const TEXT = (text: string) => ({ kind: "text", text }) as const;

function encoded(text: string) {
  const bytes = ENCODER.encode(text);
  return { byteSize: bytes.length, bytes: Stream.make(bytes) };
}
