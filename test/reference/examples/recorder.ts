import { Context, Effect, Layer, Schedule } from "effect";
import { OpenApi } from "effect/http-api";

import { ApiServer } from "../../../packages/http/_testing/api_server.ts";
import { fieldsOf } from "../../../packages/http/_testing/body.ts";
import { type RawResponse, send } from "../../../packages/http/_testing/http_client.ts";
import { Api } from "../../../packages/http/api.ts";
import { decodeDocument, operationsOf } from "../../../packages/web/reference/operations.ts";
import type { Example, Examples } from "./example_file.ts";

/** A request of an operation. */
export interface Call {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The body in the example, if the real one has a file. */
  readonly shownBody?: unknown;
  /** A body that is no JSON, which the example leaves out. */
  readonly form?: { readonly contentType: string; readonly text: string };
  /** The key or token to send; none by default. */
  readonly bearer?: string;
  /** The origin of a page that calls with the token of a session. */
  readonly origin?: string;
  /** Whether a response shows a change that takes a moment; until then, the request is repeated. */
  readonly until?: (fields: Readonly<Record<string, unknown>>) => boolean;
  /** Whether the request is sent again, and the second response is recorded too. */
  readonly again?: boolean;
  /** The `Idempotency-Key`. The request is sent twice, and both responses are recorded. */
  readonly key?: string;
}

/** The method and the path of every operation. */
const ROUTES = new Map(
  operationsOf(decodeDocument(OpenApi.fromApi(Api))).map(({ operationId, method, path }) => [
    operationId,
    { method, path },
  ]),
);

/** Sends requests and records them with their responses, an example for each operation. */
export class Recorder extends Context.Service<
  Recorder,
  {
    /** Sends a request; returns the fields of the first response. */
    readonly call: (
      operationId: string,
      call?: Call,
    ) => Effect.Effect<Readonly<Record<string, unknown>>>;
    /** Everything that was recorded, in the order of the requests. */
    readonly examples: Examples["operations"];
  }
>()("@paraph/test/reference/Recorder") {
  static readonly layer = Layer.effect(
    Recorder,
    Effect.gen(function* () {
      const { port } = yield* ApiServer;
      const examples: Record<string, Example> = {};
      const call = Effect.fnUntraced(function* (operationId: string, call: Call = {}) {
        const { until = () => true } = call;
        const response = yield* send(port, rawRequest(operationId, call)).pipe(
          Effect.repeat({
            until: (reply) => reply.json === undefined || until(fieldsOf(reply)),
            schedule: Schedule.spaced("20 millis"),
          }),
          Effect.timeout("1 minute"),
          Effect.orDie,
        );
        const replies = [response];
        if (call.key !== undefined || call.again === true)
          replies.push(yield* send(port, rawRequest(operationId, call)));
        for (const { status, text } of replies) {
          if (status >= 300) throw new Error(`${operationId}: ${status} ${text}`);
        }
        examples[operationId] ??= exampleOf(call, replies);
        return response.json === undefined ? {} : fieldsOf(response);
      });
      return { call, examples };
    }),
  );
}

function rawRequest(operationId: string, { path = {}, query = {}, bearer, origin, ...call }: Call) {
  const { method = "", path: template = "" } = ROUTES.get(operationId) ?? {};
  const requestPath = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => path[name] ?? "");
  const search = new URLSearchParams(query).toString();
  const headers = {
    ...headersOf(call),
    ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    ...(origin === undefined ? {} : { origin }),
  };
  const request = {
    method: method.toUpperCase(),
    path: search === "" ? requestPath : `${requestPath}?${search}`,
    headers,
  };
  if (call.form !== undefined) {
    const { contentType, text } = call.form;
    return { ...request, body: text, headers: { ...headers, "content-type": contentType } };
  }
  return call.body === undefined ? request : { ...request, body: JSON.stringify(call.body) };
}

const headersOf = ({ headers = {}, key }: Call) =>
  key === undefined ? headers : { "idempotency-key": key, ...headers };

function exampleOf(call: Call, replies: ReadonlyArray<RawResponse>): Example {
  const { path = {}, query = {}, body, shownBody = body } = call;
  const parts = Object.entries({ path, query, header: headersOf(call) });
  const parameters = parts.filter(([, values]) => Object.keys(values).length > 0);
  // A repeated request that does not create anything has the same status.
  const responses = replies.flatMap(({ status, json }) =>
    json === undefined ? [] : [[String(status), json] as const],
  );
  return {
    request: {
      ...Object.fromEntries(parameters),
      ...(body === undefined ? {} : { body: shownBody }),
    },
    responses: Object.fromEntries(responses.toReversed()),
  };
}
