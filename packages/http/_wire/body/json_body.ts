import {
  InvalidRequest,
  type Issue,
  issuesOfSchema,
  jsonMembers,
  jsonOutline,
  rememberJsonText,
  MAX_DEPTH,
  unstorableParts,
} from "@paraph/core/values";
import { Effect, Predicate, Schema, Semaphore } from "effect";
import type { HttpServerRequest } from "effect/http";

import { UNPROCESSABLE, wire, wireFlat } from "../errors/error.ts";
import { InvalidJson, PayloadTooLarge } from "../errors/failures.ts";
import { warn } from "../response/warnings.ts";
import { bodyBytes } from "./body_bytes.ts";
import { bodyShape } from "./body_shape.ts";
import { jsonInPieces } from "./json_in_pieces.ts";

/** The errors of every endpoint with a body. */
export const bodyErrors = [wire(InvalidJson), wire(InvalidRequest), wire(PayloadTooLarge)] as const;

/** The same for endpoints with flat errors. */
export const flatBodyErrors = [
  wireFlat(InvalidJson),
  wireFlat(InvalidRequest),
  wireFlat(PayloadTooLarge),
] as const;

/** The same with 422 for a schema error (interface, embed). */
export const unprocessableErrors = [
  wire(InvalidJson),
  wire(InvalidRequest, UNPROCESSABLE),
  wire(PayloadTooLarge),
] as const;

/** Flat errors with 422 for a schema error. */
export const flatUnprocessableErrors = [
  wireFlat(InvalidJson),
  wireFlat(InvalidRequest, UNPROCESSABLE),
  wireFlat(PayloadTooLarge),
] as const;

export type BodyError = InvalidJson | InvalidRequest | PayloadTooLarge;

/** Larger bodies get only the first issue, because there may be as many as values. */
const MAX_VALUES_FOR_ALL_ISSUES = 50_000;

/** The largest number of values in a body without render data: no manifest or layout has more. */
const MAX_VALUES = 200_000;

/** The largest number of values in a body with render data: some hundred thousand rows. */
export const MAX_DATA_VALUES = 2_000_000;

/** Bodies with fewer values are parsed in one step. */
const SMALL_VALUE_COUNT = 10_000;

/** How a body is read, apart from its schema. */
export interface JsonBodyOptions {
  /** Bodies of up to this size are accepted, also if the limit of the deployment is lower. */
  readonly minBytesLimit?: number;
  /** The largest number of values. */
  readonly maxValues?: number;
  /** Rejects unknown fields, which are warnings otherwise. */
  readonly isStrict?: boolean;
  /** Fields with objects whose JSON text is preserved for `verbatimJson`. */
  readonly verbatim?: ReadonlyArray<string>;
  /** Unknown fields without a warning: they are documented as ignored. */
  readonly ignoredFields?: ReadonlyArray<string>;
  /** Further issues of a body, reported together with those of its schema. */
  readonly problemsOf?: (body: unknown) => ReadonlyArray<Issue>;
}

/**
 * A reader of JSON bodies with any content type. `ofBytes` reads a body that was received before.
 *
 * An empty body is `{}` if no field is required. `null` is the same as absent for optional fields
 * that do not allow `null`. The depth is checked before the text is parsed.
 */
export function jsonBody<A, I>(schema: Schema.Codec<A, I>, options: JsonBodyOptions = {}) {
  const { maxValues = MAX_VALUES, isStrict = false, problemsOf = () => [] } = options;
  const { verbatim = [], minBytesLimit } = options;
  const ignoredFields = new Set(options.ignoredFields);
  const shape = bodyShape(schema);
  const decode = Schema.decodeUnknownEffect(schema);

  const read = Effect.fnUntraced(function* (
    bytes: ArrayBuffer,
  ): Effect.fn.Return<A, BodyError, HttpServerRequest.HttpServerRequest> {
    const rawText = yield* utf8(bytes);
    const text = shape.isOptional && rawText.trim() === "" ? "{}" : rawText;
    const outline = jsonOutline(text, { depth: MAX_DEPTH, values: maxValues });
    const { depth, values } = yield* inTurns(outline);
    if (depth > MAX_DEPTH) return yield* TOO_DEEP;
    if (values > maxValues) return yield* tooMany(maxValues);
    const json = yield* values > SMALL_VALUE_COUNT ? parseInTurns(text) : parse(text);
    const unstorable = UNSTORABLE.test(text) ? unstorableParts(json) : [];
    const errors = values > MAX_VALUES_FOR_ALL_ISSUES ? "first" : "all";
    const unknown = shape.normalize(json, ignoredFields);
    const issues = problemsOf(json);
    const problems = [
      ...unstorable,
      ...(isStrict ? unknown : []),
      ...(errors === "first" ? issues.slice(0, 1) : issues),
    ];
    const body = yield* decode(json, { errors }).pipe(
      Effect.mapError(({ issue }) => InvalidRequest.of([...issuesOfSchema(issue), ...problems])),
    );
    if (problems.length > 0) return yield* InvalidRequest.of(problems);
    yield* warn(unknown);
    for (const name of verbatim) preserveMember(text, body, name);
    return body;
  });

  const ofBytes = (bytes: ArrayBuffer) =>
    bytes.byteLength > LARGE_BYTES ? runExclusively(read(bytes)) : read(bytes);
  const ofRequest = ({ request }: { readonly request: HttpServerRequest.HttpServerRequest }) =>
    Effect.flatMap(bodyBytes(request, minBytesLimit), ofBytes);
  return Object.assign(ofRequest, { ofBytes });
}

/** Preserves the text of a member that is an object. */
function preserveMember(text: string, body: unknown, name: string): void {
  const value = Predicate.isObject(body) ? body[name] : undefined;
  const source = Predicate.isObject(value) ? jsonMembers(text).get(name) : undefined;
  if (Predicate.isObject(value) && source !== undefined) rememberJsonText(value, source);
}

/** Larger bodies are read one at a time to limit memory. */
const LARGE_BYTES = 1024 * 1024;

const runExclusively = Semaphore.makeUnsafe(1).withPermits(1);

/** JSON in valid UTF-8 can contain NUL and unpaired surrogates only as escapes. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/i;

const TOO_DEEP = InvalidRequest.of([
  { path: "", message: `Nested deeper than ${MAX_DEPTH} levels` },
]);

const tooMany = (maxValues: number) =>
  InvalidRequest.of([{ path: "", message: `Contains more than ${maxValues} values` }]);

/** Parses bytes as JSON. */
export function jsonOf(bytes: ArrayBuffer | Uint8Array): Effect.Effect<unknown, InvalidJson> {
  return Effect.flatMap(utf8(bytes), parse);
}

/** Decodes UTF-8 (RFC 8259), without a byte order mark. */
function utf8(bytes: ArrayBuffer | Uint8Array): Effect.Effect<string, InvalidJson> {
  return Effect.try({
    try: () => new TextDecoder("utf-8", { fatal: true }).decode(bytes),
    catch: () => InvalidJson.of("it is not UTF-8"),
  });
}

function parse(text: string): Effect.Effect<unknown, InvalidJson> {
  if (text.trim() === "") return Effect.fail(InvalidJson.of("it is empty"));
  return Effect.try({ try: (): unknown => JSON.parse(text), catch: unparsable });
}

/** Parses in steps, between which other fibers run. */
const parseInTurns = (text: string) =>
  Effect.suspend(() => inTurns(jsonInPieces(text))).pipe(
    Effect.catchDefect((defect) =>
      defect instanceof SyntaxError ? unparsable() : Effect.die(defect),
    ),
  );

/** Runs a generator. Other fibers run between its steps. */
const inTurns = Effect.fnUntraced(function* <A>(steps: Generator<void, A>) {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    yield* Effect.yieldNow;
  }
});

const unparsable = () => InvalidJson.of("it cannot be parsed");
