import { BlobStore, jsonPieces, type StoredJson } from "@paraph/core/blobs";
import { verbatimJson } from "@paraph/core/values";
import { Effect, Schema, Stream } from "effect";
import { type HttpRouter, HttpServerResponse } from "effect/http";

import { type CreatingEndpoint, locationHeader } from "./location.ts";

/** The part of an endpoint that describes its response. */
interface RespondingEndpoint extends CreatingEndpoint {
  readonly "~Success": Schema.Constraint;
  readonly success: ReadonlySet<Schema.Top>;
}

/**
 * A response with a status that the handler chooses, such as 201 for a created resource and 200 for
 * an idempotent replay. The endpoint declares one schema for all of its statuses. 201 and 202 have a
 * `Location` if the resource has a URL.
 */
export function respond<E extends RespondingEndpoint>(
  endpoint: E,
  value: E["~Success"]["Type"],
  status: number,
): Effect.Effect<HttpServerResponse.HttpServerResponse, never, HttpRouter.RouteContext> {
  return Effect.flatMap(locationHeader(endpoint, value, status), (headers) =>
    Effect.orDie(encoderOf(endpoint)(value, { status, headers })),
  );
}

const ENCODERS = new WeakMap<RespondingEndpoint, ReturnType<typeof encoderFor>>();

function encoderOf(endpoint: RespondingEndpoint) {
  const cachedEncoder = ENCODERS.get(endpoint);
  if (cachedEncoder !== undefined) return cachedEncoder;
  const encoder = encoderFor(endpoint);
  ENCODERS.set(endpoint, encoder);
  return encoder;
}

function encoderFor({ success }: RespondingEndpoint) {
  const [schema = Schema.Never] = success;
  return HttpServerResponse.schemaJson(Schema.make<Schema.Codec<unknown, unknown>>(schema.ast));
}

/** A 200 JSON response that preserves the text of verbatim parts. */
export function verbatimResponse(body: object): HttpServerResponse.HttpServerResponse {
  return HttpServerResponse.text(verbatimJson(body), { contentType: "application/json" });
}

const ENCODER = new TextEncoder();
const CONTENT_TYPE = "application/json";

/**
 * Sends JSON with an additional member from storage. Large strings are streamed from the asset
 * store without parsing.
 */
export const storedJsonResponse = <A, I>(schema: Schema.Codec<A, I>) => {
  const encode = Schema.encodeEffect(Schema.toCodecJson(schema));
  return Effect.gen(function* () {
    const { stream } = yield* BlobStore;
    return Effect.fnUntraced(function* (value: A, member: string, memberJson: StoredJson) {
      const members = JSON.stringify(yield* Effect.orDie(encode(value)));
      const head = `${members.slice(0, -1)},${JSON.stringify(member)}:`;
      const chunks = [textChunk(head), ...jsonPieces(memberJson), textChunk("}")].map((chunk) =>
        chunk.kind === "text"
          ? toBytes(chunk.text)
          : { byteSize: chunk.blob.byteSize, bytes: stream(chunk.blob.id) },
      );
      const contentLength = chunks.reduce((total, { byteSize }) => total + byteSize, 0);
      const body = Stream.fromIterable(chunks).pipe(Stream.flatMap(({ bytes }) => bytes));
      return HttpServerResponse.stream(body, { contentLength, contentType: CONTENT_TYPE });
    });
  });
};

const textChunk = (text: string) => ({ kind: "text", text }) as const;

function toBytes(text: string) {
  const bytes = ENCODER.encode(text);
  return { byteSize: bytes.length, bytes: Stream.make(bytes) };
}
