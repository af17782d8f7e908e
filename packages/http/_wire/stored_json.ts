import { BlobStore, jsonPieces, type StoredJson } from "@paraph/core/blobs";
import { Effect, Schema, Stream } from "effect";
import { HttpServerResponse } from "effect/http";

const ENCODER = new TextEncoder();
const CONTENT_TYPE = "application/json";

/**
 * Sends JSON with one more member that is sent as it is stored: its large strings go from the asset store to
 * the client in chunks, and nothing of it is parsed.
 */
export const storedJsonAnswer = <A, I>(schema: Schema.Codec<A, I>) => {
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
