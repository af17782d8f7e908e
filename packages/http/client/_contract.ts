import type { HttpApi, HttpApiMiddleware } from "effect/http-api";

// The types alone: what serves the contract stays out of what calls it.
import type { Api } from "../api.ts";

type Groups = typeof Api extends HttpApi.HttpApi<infer _Id, infer All> ? All : never;

/** The resources of the contract. */
export type GroupName = Groups["identifier"];

type Endpoints<G extends GroupName> = Extract<Groups, { readonly identifier: G }>["endpoints"];

/** What can be done with one of them. */
export type EndpointName<G extends GroupName> = Extract<keyof Endpoints<G>, string>;

type Endpoint<G extends GroupName, E extends EndpointName<G>> = Endpoints<G>[E];

/** A body as it is written in JSON. */
export type Body<G extends GroupName, E extends EndpointName<G>> =
  Endpoint<G, E> extends {
    readonly "~Payload": { readonly schema: { readonly Encoded: infer Body } };
  }
    ? Body
    : never;

/** A query; figures may be given as such. */
export type Query<G extends GroupName, E extends EndpointName<G>> =
  Endpoint<G, E> extends {
    readonly "~Query": { readonly schema: { readonly Encoded: infer Query } };
  }
    ? { readonly [K in keyof Query]: K extends "limit" ? string | number : Query[K] }
    : never;

/** What a call answers: the JSON of the wire, timestamps as ISO 8601 texts. */
export type Answer<G extends GroupName, E extends EndpointName<G>> =
  Endpoint<G, E> extends {
    readonly "~Success": { readonly schema: { readonly Encoded: infer Answer } };
  }
    ? Warned<Endpoint<G, E>, Answer>
    : never;

/**
 * What is answered to a body may warn of parts of it: fields that are not known, keys of the data that the
 * manifest lacks. The type is written out, so that declarations can name it.
 */
type Warned<Called, Answer> = Called extends { readonly method: "POST" | "PUT" | "PATCH" }
  ? Answer & {
      readonly warnings?: ReadonlyArray<{ readonly path: string; readonly message: string }>;
    }
  : Answer;

/** What the contract says a call can fail with. */
export type Refusal<G extends GroupName, E extends EndpointName<G>> =
  Endpoint<G, E> extends {
    readonly "~Error": infer Error;
    readonly "~Middleware": infer Middleware;
  }
    ? TypeOf<Error> | HttpApiMiddleware.Error<Middleware>
    : never;

/** Nothing where an endpoint has no errors of its own. */
type TypeOf<S> = S extends { readonly Type: infer Type } ? Type : never;
