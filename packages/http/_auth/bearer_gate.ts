import { actingAs, type AuditActor } from "@paraph/core/audit";
import { onBehalfOf, type ProjectId } from "@paraph/core/values";
import { type Context, Effect, Option, Redacted } from "effect";
import { HttpServerRequest } from "effect/http";

import { RateLimits } from "../_limits/rate_limits.ts";

/** The owner of a credential. */
export interface Caller<A> {
  /** The value of the service that the middleware provides. */
  readonly value: A;
  readonly actor: Partial<AuditActor>;
  /**
   * The project whose rate limits and work share the request counts towards, if it belongs to one.
   */
  readonly projectId?: ProjectId;
}

/** The owner of a key, with the id of the key for rate limits. */
export interface KeyCaller<A> extends Caller<A> {
  readonly id: string;
}

/** The security handler of a middleware: runs an endpoint as the owner of the bearer token of its request. */
export const bearerGate =
  <I, S, E1, R1>(
    service: Context.Key<I, S>,
    authenticate: (token: string) => Effect.Effect<Caller<S>, E1, R1>,
  ) =>
  <A, E, R>(
    app: Effect.Effect<A, E, R>,
    { credential }: { readonly credential: Redacted.Redacted },
  ) =>
    Effect.flatMap(authenticate(Redacted.value(credential)), ({ value, actor, projectId }) => {
      const acting = Effect.provideService(actingAs(actor)(app), service, value);
      return projectId === undefined ? acting : onBehalfOf(projectId)(acting);
    });

/** How to authenticate one kind of key. */
interface KeyLogin<K, E, E1, R1> {
  /** Names the credential in messages: `a project key`. */
  readonly credentialName: string;
  /** The failure of a request without a credential. */
  readonly missing: (message: string) => E;
  readonly authenticate: (key: string) => Effect.Effect<K, E1, R1>;
  /** The key of a request without a bearer token, by a session of the console; by default none. */
  readonly bySession?: Effect.Effect<Option.Option<K>, E1, R1>;
}

/**
 * Authenticates a request and counts it. Failed authentication counts against the client, any other
 * request against its key.
 *
 * @param admit A further check. Its failures do not count against the client, because the key is
 * valid.
 */
export const keyLogin = <K extends { readonly id: string }, E, E1, R1, E2 = never, R2 = never>(
  { credentialName, missing, authenticate, bySession }: KeyLogin<K, E, E1, R1>,
  admit: (key: K) => Effect.Effect<unknown, E2, R2> = () => Effect.void,
) =>
  Effect.map(RateLimits, (limits) => {
    const noCredential = Effect.flatMap(missingBearer(credentialName), (message) =>
      Effect.fail(missing(message)),
    );
    const withoutBearer =
      bySession === undefined
        ? noCredential
        : Effect.flatMap(
            bySession,
            Option.match({ onNone: () => noCredential, onSome: Effect.succeed }),
          );
    return Effect.fnUntraced(function* (text: string) {
      const key = yield* text === ""
        ? limits.countFailures(withoutBearer)
        : limits.countFailures(authenticate(text));
      yield* admit(key);
      yield* limits.byKey(key.id);
      return key;
    });
  });

/** Why a request carries no bearer token, and credentialName to send. */
const missingBearer = (credentialName: string) =>
  Effect.map(HttpServerRequest.HttpServerRequest, ({ headers: { authorization = "" } }) => {
    const remedy = `Send ${credentialName} as Authorization: Bearer <KEY>`;
    const [scheme = ""] = authorization.trim().split(" ", 1);
    if (scheme === "") return `The Authorization header is missing. ${remedy}`;
    // The message does not quote the header, which may contain a secret.
    return /^bearer$/i.test(scheme)
      ? `The Authorization header has no credential. ${remedy}`
      : `The Authorization header does not use the Bearer scheme. ${remedy}`;
  });
