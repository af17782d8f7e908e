import { Context, Effect, Schema } from "effect";
import type { HttpServerRequest } from "effect/http";
import type { HttpApiBuilder, HttpApiEndpoint } from "effect/http-api";

import { handlerGroup } from "../request/handler_group.ts";
import { type BodyError, jsonBody, type JsonBodyOptions } from "./json_body.ts";

/**
 * How to read the payload of an endpoint, apart from its schema: `endpoint.annotate(PayloadOptions,
 * …)`.
 */
export const PayloadOptions = Context.Reference<JsonBodyOptions>("@paraph/http/PayloadOptions", {
  defaultValue: () => ({}),
});

/** The part of an endpoint that describes its payload. */
interface PayloadEndpoint {
  readonly "~Payload": Schema.Constraint;
  readonly payload: HttpApiEndpoint.PayloadMap;
  readonly annotations: Context.Context<never>;
}

/** The request that a handler receives. */
interface RawRequest<E extends PayloadEndpoint> {
  readonly endpoint: E;
  readonly request: HttpServerRequest.HttpServerRequest;
}

/**
 * Reads the payload of a request as its endpoint declares it. Handlers that check something before
 * the body call it themselves and are registered with `handleRaw`. Other handlers receive `{
 * payload }` from {@linkcode handlersOf}.
 *
 * @param bytes The body, if it was received before.
 */
export function payloadOf<E extends PayloadEndpoint>(
  { endpoint, request }: RawRequest<E>,
  bytes?: ArrayBuffer,
): Effect.Effect<E["~Payload"]["Type"], BodyError, HttpServerRequest.HttpServerRequest> {
  const body = bodyOf(endpoint);
  return bytes === undefined ? body({ request }) : body.ofBytes(bytes);
}

/**
 * A {@linkcode handlerGroup} whose `handleAll` reads payloads by the rules of this API: any content
 * type, one format of errors, and limits on size, depth and number of values. Large bodies are
 * parsed in steps, between which other requests run.
 */
export const handlersOf: typeof HttpApiBuilder.group = (api, identifier, build) =>
  handlerGroup(api, identifier, (handlers) => build(withPayloads(handlers)));

/** Registers every handler as a raw one, so that `HttpApiBuilder` does not read its payload. */
function withPayloads<H extends object>(handlers: H): H {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The types of endpoints are checked where handlers are given.
  const registry = handlers as unknown as Registry;
  const handleAll = (entries: Readonly<Record<string, Handler>>) => {
    for (const [identifier, handler] of Object.entries(entries)) {
      registry.handleRaw(identifier, (request) =>
        request.endpoint.payload.size === 0
          ? handler(request)
          : Effect.flatMap(payloadOf(request), (payload) => handler({ ...request, payload })),
      );
    }
    return handlers;
  };
  return Object.assign(handlers, { handleAll });
}

type AnyRequest = RawRequest<PayloadEndpoint>;
type Handler = (request: AnyRequest & { readonly payload?: unknown }) => Effect.Effect<unknown>;

/** The methods of `HttpApiBuilder.Handlers` without the types of their endpoints, which callers see. */
interface Registry {
  readonly handleRaw: (
    identifier: string,
    handler: (request: AnyRequest) => Effect.Effect<unknown, unknown, unknown>,
  ) => unknown;
}

const BODIES = new WeakMap<PayloadEndpoint, ReturnType<typeof jsonBody>>();

function bodyOf(endpoint: PayloadEndpoint) {
  const cachedBody = BODIES.get(endpoint);
  if (cachedBody !== undefined) return cachedBody;
  const body = jsonBody(schemaOf(endpoint), Context.get(endpoint.annotations, PayloadOptions));
  BODIES.set(endpoint, body);
  return body;
}

/** The declared schema: endpoints have a codec of it that checks unknown values again. */
function schemaOf({ payload }: PayloadEndpoint): Schema.Codec<unknown, unknown> {
  const [entry] = payload.values();
  const codec = entry?.schemas[0];
  if (codec === undefined) throw new Error("An endpoint without a payload has no body to read");
  const schema = "schema" in codec && Schema.isSchema(codec.schema) ? codec.schema : codec;
  return Schema.make<Schema.Codec<unknown, unknown>>(schema.ast);
}
