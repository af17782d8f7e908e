import { assert, describe, it } from "@effect/vitest";
import { ByteSize, Effect, Fiber, Layer } from "effect";
import { HttpIncomingMessage, HttpServerRequest } from "effect/http";

import { bodyBytes, CurrentBodyLimits } from "./body_bytes.ts";
import { BodyMemory } from "./body_memory.ts";

const memory = (bytes: number) =>
  new BodyMemory({ bytes, bytesPerSender: bytes / 2, longestWait: 50 });

const limits = (large = memory(4 * 1024 * 1024)) => ({
  small: memory(1024 * 1024),
  large,
  stall: 60,
  slowAfter: 20,
  slowRate: 64,
  checkInterval: 10,
});

const withLimits = (bodyLimits: ReturnType<typeof limits>) =>
  Layer.mergeAll(
    Layer.succeed(CurrentBodyLimits, bodyLimits),
    Layer.succeed(HttpIncomingMessage.MaxBodySize, ByteSize.fromInputUnsafe(1024 * 1024)),
  );

/** Reads a body that is sent in these chunks. It may never end. */
const read = (
  chunks: ReadonlyArray<Uint8Array<ArrayBuffer>>,
  { length, ends = true }: { readonly length?: number; readonly ends?: boolean } = {},
  bodyLimits = limits(),
) => {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (stream) => {
      for (const chunk of chunks) stream.enqueue(chunk);
      if (ends) stream.close();
    },
  });
  const headers = length === undefined ? {} : { "content-length": String(length) };
  const init = { method: "POST", body, headers, duplex: "half" } as const;
  const request = HttpServerRequest.fromWeb(new Request("http://paraph.test/", init));
  return Effect.provide(bodyBytes(request), withLimits(bodyLimits));
};

const bytes = (length: number) => new Uint8Array(length).fill(7);

describe("bodyBytes()", () => {
  it.live("returns all bytes, with or without an announced length, in one or several chunks", () =>
    Effect.gen(function* () {
      const allBytes = bytes(700_000);
      const chunks = [
        allBytes.subarray(0, 1),
        allBytes.subarray(1, 300_000),
        allBytes.subarray(300_000),
      ];
      for (const buffer of [
        yield* read([allBytes], { length: allBytes.length }),
        yield* read(chunks, { length: allBytes.length }),
        yield* read(chunks),
      ]) {
        assert.isTrue(Buffer.from(buffer).equals(allBytes));
      }
      assert.strictEqual((yield* read([])).byteLength, 0);
    }),
  );

  it.live("cuts off stalled bodies, with or without an announced length", () =>
    Effect.gen(function* () {
      for (const length of [undefined, 20, 600_000]) {
        const options = length === undefined ? { ends: false } : { ends: false, length };
        const error = yield* Effect.flip(read([bytes(10)], options));
        assert.deepInclude(error, {
          _tag: "invalid_json",
          message: "The request body is not JSON: it stopped arriving",
        });
      }
    }),
  );

  it.live("rejects large bodies before and while they arrive", () =>
    Effect.gen(function* () {
      const large = bytes(600_000);
      for (const body of [read([], { length: 1_200_000 }), read([large, large])])
        assert.strictEqual((yield* Effect.flip(body))._tag, "payload_too_large");
    }),
  );

  it.live("cuts off a slow body if another one waits", () =>
    Effect.gen(function* () {
      const large = new BodyMemory({ bytes: 600_000, bytesPerSender: 600_000, longestWait: 5000 });
      const bodyLimits = { ...limits(large), stall: 60_000 };
      const options = { length: 600_000, ends: false };
      const slow = yield* Effect.forkChild(Effect.exit(read([bytes(10)], options, bodyLimits)), {
        startImmediately: true,
      });
      const waiting = yield* read([bytes(600_000)], { length: 600_000 }, bodyLimits);
      assert.strictEqual(waiting.byteLength, 600_000);
      assert.include(String(yield* Fiber.join(slow)), "too slowly");
    }),
  );
});

describe("BodyMemory", () => {
  it.live("grants memory in order, within its size and the share of each sender", () =>
    Effect.gen(function* () {
      const pool = memory(100);
      const [a, b] = [yield* pool.reserve("a", 50), yield* pool.reserve("b", 40)];
      assert.include((yield* Effect.flip(pool.reserve("a", 1))).message, "try again soon");
      const third = yield* Effect.forkChild(pool.reserve("c", 30), { startImmediately: true });
      assert.isTrue(pool.isContended);
      b.release();
      b.release();
      const c = yield* Fiber.join(third);
      for (const share of [a, c]) share.release();
      // A request for more than the whole memory gets the share of its sender.
      (yield* pool.reserve("d", 1000)).release();
      assert.isFalse(pool.isContended);
    }),
  );

  it.live("skips requests that stop waiting", () =>
    Effect.gen(function* () {
      const pool = new BodyMemory({ bytes: 100, bytesPerSender: 100, longestWait: 60_000 });
      const all = yield* pool.reserve("a", 100);
      const waiting = yield* Effect.forkChild(pool.reserve("b", 80), { startImmediately: true });
      yield* Fiber.interrupt(waiting);
      assert.isFalse(pool.isContended);
      all.release();
      yield* pool.reserve("c", 100);
    }),
  );
});
