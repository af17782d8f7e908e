import { ByteSize, Context, Effect, Option, Stream } from "effect";
import { HttpIncomingMessage, type HttpServerRequest } from "effect/http";

import { InvalidJson, PayloadTooLarge } from "../errors/failures.ts";
import {
  cutOff,
  interruptAfter,
  onRequestEnd,
  type StartTimer,
  whileReceiving,
} from "../request/request_time.ts";
import { BodyMemory, BodyRefused, type MemoryShare } from "./body_memory.ts";

const KIB = 1024;
const MIB = 1024 * KIB;

/** Larger bodies share a separate memory, so small bodies never wait for them. */
const SMALL = 256 * KIB;

/** The memory for bodies, and the time limits of their arrival in milliseconds. */
interface BodyLimits {
  readonly small: BodyMemory;
  readonly large: BodyMemory;
  /** The maximum time between two chunks. */
  readonly stall: number;
  /** A slow body is cut off after this time if others wait for memory. */
  readonly slowAfter: number;
  /** Bytes per millisecond under which a body is slowRate. */
  readonly slowRate: number;
  /** How often an arriving body is checked. */
  readonly checkInterval: number;
}

/** One for all servers of a process. */
export const CurrentBodyLimits = Context.Reference<BodyLimits>("@paraph/http/CurrentBodyLimits", {
  defaultValue: () => LIMITS,
});

const LIMITS: BodyLimits = {
  small: new BodyMemory({ bytes: 64 * MIB, bytesPerSender: 32 * MIB, longestWait: "20 seconds" }),
  large: new BodyMemory({ bytes: 96 * MIB, bytesPerSender: 64 * MIB, longestWait: "20 seconds" }),
  stall: 15_000,
  slowAfter: 10_000,
  slowRate: 64,
  checkInterval: 1000,
};

/**
 * The bytes of a body, up to the limit of this deployment. They can be read once.
 *
 * @param minLimit The limit is at least this number of bytes.
 */
export const bodyBytes = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  minLimit = 0,
): Effect.fn.Return<ArrayBuffer, InvalidJson | PayloadTooLarge> {
  const limit = yield* HttpIncomingMessage.MaxBodySize;
  const maxBytes =
    limit === undefined ? Infinity : Math.max(minLimit, ByteSize.toNumberUnsafe(limit));
  const contentLength = request.headers["content-length"];
  const length = contentLength === undefined ? undefined : Number(contentLength);
  // Checks the announced length before it reads a byte.
  if (length !== undefined && length > maxBytes) return yield* PayloadTooLarge.of(maxBytes);
  if (isBodyless(request)) return new ArrayBuffer(0);
  return yield* readBody(request, length, maxBytes).pipe(
    // Not an error of the request: all endpoints declare the response (`exchange`).
    Effect.catchTag("body_refused", (refusal) => Effect.die(refusal)),
  );
});

const readBody = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  length: number | undefined,
  maxBytes: number,
) {
  const limits = yield* CurrentBodyLimits;
  const sender =
    request.headers["authorization"] ?? Option.getOrElse(request.remoteAddress, () => "");
  const isLarge = length !== undefined && length > SMALL;
  const share = isLarge
    ? yield* limits.large.reserve(sender, length)
    : yield* limits.small.reserve(sender, length ?? SMALL);
  const now = performance.now();
  const body = new GrowingBuffer(length ?? 0);
  const arrival = {
    limits,
    sender,
    length,
    maxBytes,
    body,
    share,
    startedAt: now,
    lastChunkAt: now,
  };
  const isInRequest = yield* onRequestEnd(() => arrival.share.release());

  const read = Stream.runForEach(request.stream, (chunk) => addChunk(arrival, chunk)).pipe(
    Effect.mapError((error) =>
      error._tag === "HttpServerError" ? InvalidJson.of("it could not be read") : error,
    ),
  );
  const tooSlow = Effect.suspend(() => Effect.fail(paceErrorOf(arrival) ?? STALL_ERROR));
  yield* whileReceiving(interruptAfter(read, paceTimer(arrival), tooSlow)).pipe(
    Effect.tapError(() => cutOff),
    Effect.ensuring(Effect.sync(() => isInRequest || arrival.share.release())),
  );
  return body.bytes();
});

/** A body that arrives. */
interface Arrival {
  readonly limits: BodyLimits;
  readonly sender: string;
  /** The announced length. */
  readonly length: number | undefined;
  readonly maxBytes: number;
  readonly body: GrowingBuffer;
  share: MemoryShare;
  /** By `performance.now()`, as the next. */
  readonly startedAt: number;
  lastChunkAt: number;
}

const addChunk = Effect.fnUntraced(function* (arrival: Arrival, chunk: Uint8Array) {
  const { limits, sender, length, maxBytes, body } = arrival;
  arrival.lastChunkAt = performance.now();
  if (body.size + chunk.length > maxBytes) return yield* PayloadTooLarge.of(maxBytes);
  // The length was not announced, so reserve the maximum.
  if (length === undefined && body.size <= SMALL && body.size + chunk.length > SMALL) {
    const small = arrival.share;
    arrival.share = yield* limits.large.reserve(sender, Math.min(maxBytes, 2 ** 31));
    small.release();
    arrival.lastChunkAt = performance.now();
  }
  return body.add(chunk);
});

/** A timer that ends when a body arrives too slowly. */
const paceTimer =
  (arrival: Arrival): StartTimer =>
  (onEnd) => {
    const check = () => void (paceErrorOf(arrival) !== undefined && onEnd());
    const interval = setInterval(check, arrival.limits.checkInterval);
    return () => clearInterval(interval);
  };

function paceErrorOf({ limits, body, startedAt, lastChunkAt }: Arrival) {
  const now = performance.now();
  if (now - lastChunkAt > limits.stall) return STALL_ERROR;
  const isSlow =
    now - startedAt > limits.slowAfter && body.size / (now - startedAt) < limits.slowRate;
  return isSlow && limits.large.isContended ? SLOW_ERROR : undefined;
}

const STALL_ERROR = InvalidJson.of("it stopped arriving");
const SLOW_ERROR = new BodyRefused({ message: "The body arrives too slowly while others wait" });

/** A web request without a body has no stream to read. */
function isBodyless({ source }: HttpServerRequest.HttpServerRequest): boolean {
  return "body" in source && source.body === null;
}

/** Bytes in a buffer of the announced length, which grows if none was announced. */
class GrowingBuffer {
  #bytes: Uint8Array<ArrayBuffer>;
  size = 0;

  constructor(length: number) {
    this.#bytes = new Uint8Array(length);
  }

  add(chunk: Uint8Array): void {
    const requiredSize = this.size + chunk.length;
    if (requiredSize > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(requiredSize, 2 * this.#bytes.length));
      larger.set(this.#bytes.subarray(0, this.size));
      this.#bytes = larger;
    }
    this.#bytes.set(chunk, this.size);
    this.size = requiredSize;
  }

  bytes(): ArrayBuffer {
    const { buffer } = this.#bytes;
    return buffer.byteLength === this.size ? buffer : buffer.slice(0, this.size);
  }
}
