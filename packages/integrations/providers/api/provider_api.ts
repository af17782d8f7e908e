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
  /** Relative to the base URL. */
  readonly path: string;
  readonly body?: { readonly contentType: string; readonly bytes: Uint8Array };
  /** Time limit; by default that of a call without a document. */
  readonly timeout?: Duration.Input;
}

/** The base URL of a provider's API, its credentials and limits. */
export interface ApiOptions {
  /** The provider's name in messages. */
  readonly name: string;
  /** Set by the operator, so private addresses are allowed. */
  readonly url: string;
  /** The `Authorization` header. */
  readonly authorization: Redacted.Redacted;
  /** Whether the URLs of the provider's files may lead to loopback and private addresses. */
  readonly allowPrivateNetwork: boolean;
  /** Time limit of any call. Default: 30 seconds, 60 with a document. */
  readonly timeout?: Duration.Input;
  readonly resolver?: OutboundOptions["resolver"];
}

/** Fits the longest list of a provider. */
const MAX_BODY = 8 * 1024 * 1024;

const MAX_RETRIES = 2;
const MAX_WAIT = Duration.seconds(20);

/** A provider's API: JSON over HTTP with a key. Keys are in no span, log or message. */
export interface ProviderApi {
  readonly options: ApiOptions;
  /** How long a call with a document may take. */
  readonly documentTimeout: Duration.Input;
  /**
   * Makes a call. Only 429 responses with `Retry-After` are retried, because other calls may have
   * had an effect.
   */
  readonly call: (call: ApiCall) => Effect.Effect<ApiResponse, CallFailed>;
  /** Calls with a JSON body. */
  readonly post: (
    path: string,
    body: unknown,
    timeout?: Duration.Input,
  ) => Effect.Effect<ApiResponse, CallFailed>;
  /** Sends a GET request and decodes the response. */
  readonly read: <A>(
    path: string,
    schema: Schema.ConstraintDecoder<A>,
  ) => Effect.Effect<A, ProviderUnavailable>;
  /** Why the provider rejected a request, in one line. */
  readonly explain: (response: ApiResponse) => string;
  /** The message for a response that is not valid. */
  readonly invalidResponse: string;
}

/** A client of a provider's API. */
export function providerApi(options: ApiOptions): ProviderApi {
  const { name, url, authorization, timeout } = options;
  const key = Redacted.value(authorization);
  const outbound = outboundOf(options, true);
  const invalidResponse = `${name} sent an invalid response`;
  const callTimeout = timeout ?? "30 seconds";

  const once = ({ method, path, body, timeout = callTimeout }: ApiCall) => {
    const headers = {
      accept: "application/json",
      authorization: key,
      ...(body === undefined ? {} : { "content-type": body.contentType }),
    };
    const request = { url: `${url}${path}`, method, headers, maxBytes: MAX_BODY };
    return requireWhole(
      name,
      outboundRequest(body === undefined ? request : { ...request, body: body.bytes }, outbound),
      timeout,
    ).pipe(Effect.map(toApiResponse));
  };

  const call = Effect.fnUntraced(function* (
    request: ApiCall,
  ): Effect.fn.Return<ApiResponse, CallFailed> {
    let totalWait = Duration.zero;
    for (let retry = 0; ; retry++) {
      const response = yield* once(request);
      if (response.status !== 429 || retry === MAX_RETRIES) return response;
      const pause = parseRetryAfter(response.retryAfter, yield* Clock.currentTimeMillis);
      if (pause === undefined) return response;
      totalWait = Duration.sum(totalWait, pause);
      if (Duration.isGreaterThan(totalWait, MAX_WAIT)) return response;
      yield* Effect.sleep(pause);
    }
  });

  const explainResponse = (response: ApiResponse) => explain(name, response, [key]);

  const read = Effect.fnUntraced(function* <A>(
    path: string,
    schema: Schema.ConstraintDecoder<A>,
  ): Effect.fn.Return<A, ProviderUnavailable> {
    const response = yield* call({ method: "GET", path }).pipe(Effect.mapError(unavailable));
    if (!isSuccess(response)) return yield* unavailable({ message: explainResponse(response) });
    const shape = decodeResponse(response, schema);
    if (Option.isSome(shape)) return shape.value;
    return yield* unavailable({ message: invalidResponse });
  });

  const post: ProviderApi["post"] = (path, body, timeout = callTimeout) => {
    const bytes = new TextEncoder().encode(JSON.stringify(body));
    return call({
      method: "POST",
      path,
      body: { contentType: "application/json", bytes },
      timeout,
    });
  };

  const documentTimeout = timeout ?? "60 seconds";
  return { options, documentTimeout, call, post, read, explain: explainResponse, invalidResponse };
}

/** Decodes a response; unknown properties are ignored. */
export function decodeResponse<A>(
  { json }: ApiResponse,
  schema: Schema.ConstraintDecoder<A>,
): Option.Option<A> {
  return Option.flatMap(json, Schema.decodeUnknownOption(schema));
}

/** A failure that a retry may resolve. */
export function unavailable({ message }: { readonly message: string }): ProviderUnavailable {
  return new ProviderUnavailable({ message });
}

/** The operator's URLs may be private; a provider's only when the deployment allows it. */
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
export const requireWhole = Effect.fnUntraced(function* (
  name: string,
  request: Effect.Effect<OutboundResponse, OutboundProblem>,
  timeout: Duration.Input,
): Effect.fn.Return<OutboundResponse, CallFailed> {
  const toCallFailure = (message: string, mayHaveArrived: boolean) =>
    new CallFailed({ message: `${name} ${message}`, mayHaveArrived });
  const response = yield* request.pipe(
    Effect.mapError(({ message, connected }) =>
      connected
        ? toCallFailure("closed the connection early", true)
        : toCallFailure(`cannot be reached. ${message}`, false),
    ),
    Effect.timeoutOrElse({
      duration: timeout,
      orElse: () => Effect.fail(toCallFailure("did not respond in time", true)),
    }),
  );
  if (response.ending === "complete") return response;
  const message =
    response.ending === "too large"
      ? "sent a response that is too large"
      : "closed the connection early";
  return yield* toCallFailure(message, true);
});
