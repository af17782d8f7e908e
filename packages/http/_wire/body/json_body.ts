import {
  InvalidRequest,
  type Issue,
  issuesOfSchema,
  jsonMembers,
  jsonOutline,
  keepJsonText,
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

/** What a body can be refused for; every endpoint that reads one declares it. */
export const bodyErrors = [wire(InvalidJson), wire(InvalidRequest), wire(PayloadTooLarge)] as const;

/** The same where errors are flat. */
export const flatBodyErrors = [
  wireFlat(InvalidJson),
  wireFlat(InvalidRequest),
  wireFlat(PayloadTooLarge),
] as const;

/** The same where the wrong shape is 422 (interface, embed). */
export const unprocessableErrors = [
  wire(InvalidJson),
  wire(InvalidRequest, UNPROCESSABLE),
  wire(PayloadTooLarge),
] as const;

/** Flat errors, with the wrong shape as 422. */
export const flatUnprocessableErrors = [
  wireFlat(InvalidJson),
  wireFlat(InvalidRequest, UNPROCESSABLE),
  wireFlat(PayloadTooLarge),
] as const;

/** What reading a body fails with. */
export type BodyError = InvalidJson | InvalidRequest | PayloadTooLarge;

/** Beyond so many values one problem is told instead of all of them: as many could be wrong. */
const MAX_VALUES_CHECKED_FOR_ALL = 50_000;

/** So many values a body may hold unless it carries data: the largest manifest and layout have no more. */
const MAX_VALUES = 200_000;

/** The same for the data of a render: some hundred thousand rows. */
export const MAX_DATA_VALUES = 2_000_000;

/** So many are parsed at once, however long they are. */
const FEW_VALUES = 10_000;

/** How a body is read, apart from its schema. */
export interface JsonBodyOptions {
  /** How many values it may hold. */
  readonly maxValues?: number;
  /** Refuses fields that the schema does not know; they are warned of otherwise. */
  readonly isStrict?: boolean;
  /** Fields that hold objects which are kept to the letter: `verbatimJson` writes them so. */
  readonly verbatim?: ReadonlyArray<string>;
  /** Fields that are accepted and mean nothing, by documentation: no warning of them. */
  readonly ignored?: ReadonlyArray<string>;
  /** What is wrong with a body of any size besides its shape; told together with what is wrong with that. */
  readonly problemsOf?: (body: unknown) => ReadonlyArray<Issue>;
}

/**
 * A reader of JSON bodies of one shape, whatever their content type says. `ofBytes` reads a body that was
 * received before.
 *
 * An empty body is `{}` where no field is required. `null` is the same as absent for a field that is optional
 * and does not take `null` itself. The text is parsed once, after its depth is known.
 */
export function jsonBody<A, I>(schema: Schema.Codec<A, I>, options: JsonBodyOptions = {}) {
  const { maxValues = MAX_VALUES, isStrict = false, problemsOf = () => [] } = options;
  const { verbatim = [] } = options;
  const ignored = new Set(options.ignored);
  const shape = bodyShape(schema);
  const decode = Schema.decodeUnknownEffect(schema);
  const ofBytes = (bytes: ArrayBuffer) =>
    bytes.byteLength > LARGE ? oneAtATime(read(bytes)) : read(bytes);
  const ofRequest = ({ request }: { readonly request: HttpServerRequest.HttpServerRequest }) =>
    Effect.flatMap(bodyBytes(request), ofBytes);
  return Object.assign(ofRequest, { ofBytes });

  function read(bytes: ArrayBuffer) {
    return Effect.gen(function* (): Effect.fn.Return<
      A,
      BodyError,
      HttpServerRequest.HttpServerRequest
    > {
      const sent = yield* utf8(bytes);
      const text = shape.isOptional && sent.trim() === "" ? "{}" : sent;
      const outline = jsonOutline(text, { depth: MAX_DEPTH, values: maxValues });
      const { depth, values } = yield* inTurns(outline);
      if (depth > MAX_DEPTH) return yield* TOO_DEEP;
      if (values > maxValues) return yield* tooMany(maxValues);
      const json = yield* values > FEW_VALUES ? parseInTurns(text) : parse(text);
      const unstorable = UNSTORABLE.test(text) ? unstorableParts(json) : [];
      const errors = values > MAX_VALUES_CHECKED_FOR_ALL ? "first" : "all";
      const unknown = shape.fit(json, ignored);
      const rules = problemsOf(json);
      const problems = [
        ...unstorable,
        ...(isStrict ? unknown : []),
        ...(errors === "first" ? rules.slice(0, 1) : rules),
      ];
      const body = yield* decode(json, { errors }).pipe(
        Effect.mapError(({ issue }) => InvalidRequest.of([...issuesOfSchema(issue), ...problems])),
      );
      if (problems.length > 0) return yield* InvalidRequest.of(problems);
      yield* warn(unknown);
      for (const name of verbatim) keepMember(text, body, name);
      return body;
    });
  }
}

/** Remembers how a member that is an object was written. */
function keepMember(text: string, body: unknown, name: string): void {
  const value = Predicate.isObject(body) ? body[name] : undefined;
  const written = Predicate.isObject(value) ? jsonMembers(text).get(name) : undefined;
  if (Predicate.isObject(value) && written !== undefined) keepJsonText(value, written);
}

/** Bodies of more bytes are read one after the other: each takes its turns, and memory. */
const LARGE = 1024 * 1024;

const oneAtATime = Semaphore.makeUnsafe(1).withPermits(1);

/** UTF-8 that JSON allows can hold a NUL or half a surrogate pair as an escape alone. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/i;

const TOO_DEEP = InvalidRequest.of([
  { path: "", message: `Nested deeper than ${MAX_DEPTH} levels` },
]);

const tooMany = (maxValues: number) =>
  InvalidRequest.of([{ path: "", message: `Holds more than ${maxValues} values` }]);

/** What bytes say as JSON. */
export function jsonOf(bytes: ArrayBuffer | Uint8Array): Effect.Effect<unknown, InvalidJson> {
  return Effect.flatMap(utf8(bytes), parse);
}

/** JSON between systems is UTF-8 (RFC 8259); a byte order mark in front of it is passed over. */
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

/** The same, where others have their turns meanwhile. */
const parseInTurns = (text: string) =>
  Effect.suspend(() => inTurns(jsonInPieces(text))).pipe(
    Effect.catchDefect((defect) =>
      defect instanceof SyntaxError ? unparsable() : Effect.die(defect),
    ),
  );

/** Works through steps; others have their turns in between. */
const inTurns = Effect.fnUntraced(function* <A>(steps: Generator<void, A>) {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    yield* Effect.yieldNow;
  }
});

const unparsable = () => InvalidJson.of("it cannot be parsed");
