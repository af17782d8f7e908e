import { ProviderUnavailable } from "@paraph/core/signatures";
import { parseRetryAfter } from "@paraph/core/webhooks";
import { Clock, Data, Duration, Effect, Option, Redacted, Schema } from "effect";

import {
  type OutboundOptions,
  type OutboundProblem,
  outboundRequest,
  type OutboundResponse,
} from "../../outbound_request.ts";
import { type ApiResponse, toApiResponse, explain, isSuccess } from "./api_response.ts";

/** A provider did not respond completely. */
export class CallFailed extends Data.TaggedError("call_failed")<{
  readonly message: string;
  /** Whether the provider may have received the call. */
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
  readonly call: (call: ApiCall) => Effect.Effect<ApiResponse, CallFailed>;
  /** Calls with a JSON body. */
  readonly post: (
    path: string,
    body: unknown,
    within?: Duration.Input,
  ) => Effect.Effect<ApiResponse, CallFailed>;
  /** Asks for something that changes nothing, and reads it. */
  readonly read: <A>(
    path: string,
    schema: Schema.ConstraintDecoder<A>,
  ) => Effect.Effect<A, ProviderUnavailable>;
  /** What the provider says about something it did not do, in one line. */
  readonly explain: (response: ApiResponse) => string;
  /** The message for a response that is not valid. */
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
    ).pipe(Effect.map(toApiResponse));
  };

  const call = Effect.fnUntraced(function* (
    asked: ApiCall,
  ): Effect.fn.Return<ApiResponse, CallFailed> {
    let waited = Duration.zero;
    for (let repetition = 0; ; repetition++) {
      const response = yield* once(asked);
      if (response.status !== 429 || repetition === MAX_REPETITIONS) return response;
      const pause = parseRetryAfter(response.retryAfter, yield* Clock.currentTimeMillis);
      if (pause === undefined) return response;
      waited = Duration.sum(waited, pause);
      if (Duration.isGreaterThan(waited, MAX_WAIT)) return response;
      yield* Effect.sleep(pause);
    }
  });

  const explained = (response: ApiResponse) => explain(name, response, [key]);

  const read = Effect.fnUntraced(function* <A>(
    path: string,
    schema: Schema.ConstraintDecoder<A>,
  ): Effect.fn.Return<A, ProviderUnavailable> {
    const response = yield* call({ method: "GET", path }).pipe(Effect.mapError(unavailable));
    if (!isSuccess(response)) return yield* unavailable({ message: explained(response) });
    const shape = decoded(response, schema);
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

/** Decodes a response; unknown properties are ignored. */
export function decoded<A>(
  { json }: ApiResponse,
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

/** Fails unless the response is complete in time. */
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
