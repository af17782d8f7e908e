import { ProviderUnavailable } from "@paraph/core/signatures";
import { parseRetryAfter } from "@paraph/core/webhooks";
import { Clock, Data, Duration, Effect, Option, Redacted, Schema } from "effect";

import {
  type OutboundOptions,
  type OutboundProblem,
  outboundRequest,
  type OutboundResponse,
} from "../../outbound/mod.ts";
import { type ApiAnswer, answerOf, explain, isSuccess } from "./api_answer.ts";

/** A provider did not answer to the end. */
export class CallFailed extends Data.TaggedError("call_failed")<{
  readonly message: string;
  /** Whether it may have been asked all the same. */
  readonly mayHaveArrived: boolean;
}> {}

/** One call. */
interface ApiCall {
  readonly method: "GET" | "POST";
  /** What follows the base address. */
  readonly path: string;
  readonly body?: { readonly contentType: string; readonly bytes: Uint8Array };
  /** How long it may take; as a call that carries no document when nothing is said. */
  readonly within?: Duration.Input;
}

/** Where a provider's API is, and with what right it is asked. */
export interface ApiOptions {
  /** What the provider is called where people read it. */
  readonly name: string;
  /** The operator's choice, so it may be anywhere. */
  readonly url: string;
  /** The `Authorization` header. */
  readonly authorization: Redacted.Redacted;
  /** Whether the provider may send us to loopback and private addresses for its files. */
  readonly allowPrivateNetwork: boolean;
  /** How long any call may take: 30 seconds, 60 with a document, unless told otherwise. */
  readonly patience?: Duration.Input;
  readonly resolver?: OutboundOptions["resolver"];
}

/** Enough for the longest list there is to read. */
const MAX_BODY = 8 * 1024 * 1024;

const MAX_REPETITIONS = 2;
const MAX_WAIT = Duration.seconds(20);

/** A provider's API: JSON over HTTP with a key. Keys are in no span, log or message. */
export interface ProviderApi {
  readonly options: ApiOptions;
  /** How long a call with a document may take. */
  readonly documentPatience: Duration.Input;
  /**
   * Makes a call. Only one that was turned away for coming too soon is made again, when the provider
   * says after how long: any other may have been heard.
   */
  readonly call: (call: ApiCall) => Effect.Effect<ApiAnswer, CallFailed>;
  /** Calls with a JSON body. */
  readonly post: (
    path: string,
    body: unknown,
    within?: Duration.Input,
  ) => Effect.Effect<ApiAnswer, CallFailed>;
  /** Asks for something that changes nothing, and reads it. */
  readonly read: <A>(
    path: string,
    schema: Schema.ConstraintDecoder<A>,
  ) => Effect.Effect<A, ProviderUnavailable>;
  /** What the provider says about something it did not do, in one line. */
  readonly explain: (answer: ApiAnswer) => string;
  /** What is to be said of an answer that makes no sense. */
  readonly misunderstood: string;
}

/** Speaks to a provider. */
export function providerApi(options: ApiOptions): ProviderApi {
  const { name, url, authorization, patience } = options;
  const key = Redacted.value(authorization);
  const outbound = outboundOf(options, true);
  const misunderstood = `${name} answered something that cannot be understood`;
  const callPatience = patience ?? "30 seconds";

  const once = ({ method, path, body, within = callPatience }: ApiCall) => {
    const headers = {
      accept: "application/json",
      authorization: key,
      ...(body === undefined ? {} : { "content-type": body.contentType }),
    };
    const request = { url: `${url}${path}`, method, headers, maxBytes: MAX_BODY };
    return whole(
      name,
      outboundRequest(body === undefined ? request : { ...request, body: body.bytes }, outbound),
      within,
    ).pipe(Effect.map(answerOf));
  };

  const call = Effect.fnUntraced(function* (
    asked: ApiCall,
  ): Effect.fn.Return<ApiAnswer, CallFailed> {
    let waited = Duration.zero;
    for (let repetition = 0; ; repetition++) {
      const answer = yield* once(asked);
      if (answer.status !== 429 || repetition === MAX_REPETITIONS) return answer;
      const pause = parseRetryAfter(answer.retryAfter, yield* Clock.currentTimeMillis);
      if (pause === undefined) return answer;
      waited = Duration.sum(waited, pause);
      if (Duration.isGreaterThan(waited, MAX_WAIT)) return answer;
      yield* Effect.sleep(pause);
    }
  });

  const explained = (answer: ApiAnswer) => explain(name, answer, [key]);

  const read = Effect.fnUntraced(function* <A>(
    path: string,
    schema: Schema.ConstraintDecoder<A>,
  ): Effect.fn.Return<A, ProviderUnavailable> {
    const answer = yield* call({ method: "GET", path }).pipe(Effect.mapError(unavailable));
    if (!isSuccess(answer)) return yield* unavailable({ message: explained(answer) });
    const shape = decoded(answer, schema);
    if (Option.isSome(shape)) return shape.value;
    return yield* unavailable({ message: misunderstood });
  });

  const post: ProviderApi["post"] = (path, body, within = callPatience) => {
    const bytes = new TextEncoder().encode(JSON.stringify(body));
    return call({ method: "POST", path, body: { contentType: "application/json", bytes }, within });
  };

  const documentPatience = patience ?? "60 seconds";
  return { options, documentPatience, call, post, read, explain: explained, misunderstood };
}

/** What an answer says, if it has the expected shape; what else it holds does not matter. */
export function decoded<A>(
  { json }: ApiAnswer,
  schema: Schema.ConstraintDecoder<A>,
): Option.Option<A> {
  return Option.flatMap(json, Schema.decodeUnknownOption(schema));
}

/** Says that something may work later. */
export function unavailable({ message }: { readonly message: string }): ProviderUnavailable {
  return new ProviderUnavailable({ message });
}

/** How servers are reached: at private addresses too, or only when the deployment allows it. */
export function outboundOf(
  { allowPrivateNetwork, resolver }: ApiOptions,
  isTrusted: boolean,
): OutboundOptions {
  return {
    allowPrivateNetwork: isTrusted || allowPrivateNetwork,
    ...(resolver === undefined ? {} : { resolver }),
  };
}

/** Lets nothing pass but an answer that came to its end in time. */
export const whole = Effect.fnUntraced(function* (
  name: string,
  asked: Effect.Effect<OutboundResponse, OutboundProblem>,
  within: Duration.Input,
): Effect.fn.Return<OutboundResponse, CallFailed> {
  const failed = (message: string, mayHaveArrived: boolean) =>
    new CallFailed({ message: `${name} ${message}`, mayHaveArrived });
  const response = yield* asked.pipe(
    Effect.mapError(({ message, connected }) =>
      connected ? failed("broke off", true) : failed(`cannot be reached. ${message}`, false),
    ),
    Effect.timeoutOrElse({
      duration: within,
      orElse: () => Effect.fail(failed("did not answer in time", true)),
    }),
  );
  if (response.ending === "whole") return response;
  const what = response.ending === "too large" ? "answered more than can be read" : "broke off";
  return yield* failed(what, true);
});
