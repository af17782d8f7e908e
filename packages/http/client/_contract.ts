import type { HttpApi, HttpApiMiddleware } from "effect/http-api";

// Types only, so that the client's bundle does not include the server.
import type { Api } from "../api.ts";

type Groups = typeof Api extends HttpApi.HttpApi<infer _Id, infer All> ? All : never;

/** The resources of the contract. */
export type GroupName = Groups["identifier"];

type Endpoints<G extends GroupName> = Extract<Groups, { readonly identifier: G }>["endpoints"];

/** The endpoints of a resource. */
export type EndpointName<G extends GroupName> = Extract<keyof Endpoints<G>, string>;

type Endpoint<G extends GroupName, E extends EndpointName<G>> = Endpoints<G>[E];

/** The JSON of a request body. */
export type Body<G extends GroupName, E extends EndpointName<G>> =
  Endpoint<G, E> extends {
    readonly "~Payload": { readonly schema: { readonly Encoded: infer Body } };
  }
    ? Body
    : never;

/** The parameters of a query. `limit` may be a number. */
export type Query<G extends GroupName, E extends EndpointName<G>> =
  Endpoint<G, E> extends {
    readonly "~Query": { readonly schema: { readonly Encoded: infer Query } };
  }
    ? { readonly [K in keyof Query]: K extends "limit" ? string | number : Query[K] }
    : never;

/** The JSON of a response. Timestamps are ISO 8601 strings. */
export type ResponseJson<G extends GroupName, E extends EndpointName<G>> =
  Endpoint<G, E> extends {
    readonly "~Success": { readonly schema: { readonly Encoded: infer ResponseJson } };
  }
    ? WithWarnings<Endpoint<G, E>, ResponseJson>
    : never;

/**
 * Responses to requests with a body may have warnings: unknown fields, and data keys that are not
 * in the manifest. The type is inline, so that declarations can name it.
 */
type WithWarnings<Called, ResponseJson> = Called extends {
  readonly method: "POST" | "PUT" | "PATCH";
}
  ? ResponseJson & {
      readonly warnings?: ReadonlyArray<{ readonly path: string; readonly message: string }>;
    }
  : ResponseJson;

/** The failures that the contract declares for an endpoint. */
export type Refusal<G extends GroupName, E extends EndpointName<G>> =
  Endpoint<G, E> extends {
    readonly "~Error": infer Error;
    readonly "~Middleware": infer Middleware;
  }
    ? TypeOf<Error> | HttpApiMiddleware.Error<Middleware>
    : never;

/** `never` for an endpoint without its own errors. */
type TypeOf<S> = S extends { readonly Type: infer Type } ? Type : never;
