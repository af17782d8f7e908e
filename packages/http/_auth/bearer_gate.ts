import { actingAs, type AuditActor } from "@paraph/core/audit";
import { permits, type Right, type Role } from "@paraph/core/console";
import { onBehalfOf, type ProjectId } from "@paraph/core/values";
import { type Context, Effect, Option, Redacted } from "effect";
import { HttpServerRequest, type HttpServerResponse } from "effect/http";

import { RateLimits } from "../_limits/rate_limits.ts";
import { errorResponse } from "../_wire/errors/error_response.ts";

/** The owner of a credential. */
export interface Caller<A> {
  /** The value of the service that the middleware provides. */
  readonly value: A;
  readonly actor: Partial<AuditActor>;
  /**
   * The project whose rate limits and work share the request counts towards, if it belongs to one.
   */
  readonly projectId?: ProjectId;
  /** The role of a member who is signed in to the console; absent for keys, which may do everything. */
  readonly role?: Role;
}

/** The owner of a key, with the id of the key for rate limits. */
export interface KeyCaller<A> extends Caller<A> {
  readonly id: string;
}

/** The endpoint that a request calls. */
interface CalledEndpoint {
  readonly endpoint: { readonly identifier: string; readonly method: string };
  readonly group: { readonly identifier: string };
}

type Response = HttpServerResponse.HttpServerResponse;

/**
 * The security handler of a middleware: runs an endpoint as the owner of the bearer token of its request.
 *
 * @param change The right that changes need, if a member of an account is signed in.
 */
export const bearerGate = <I, S, E1, R1>(
  service: Context.Key<I, S>,
  authenticate: (token: string) => Effect.Effect<Caller<S>, E1, R1>,
  change: Right = "work",
) =>
  Effect.fnUntraced(function* <E, R>(
    app: Effect.Effect<Response, E, R>,
    { credential, ...called }: CalledEndpoint & { readonly credential: Redacted.Redacted },
  ) {
    const caller = yield* authenticate(Redacted.value(credential));
    const { value, actor, projectId, role } = caller;
    if (role !== undefined && !permits(role, requiredRight(called, change))) {
      return yield* refuseRole(role);
    }
    const acting = Effect.provideService(actingAs(actor)(app), service, value);
    return yield* projectId === undefined ? acting : onBehalfOf(projectId)(acting);
  });

/**
 * The right that a call needs of a member: reads need `read`, changes what their group needs, and these the right
 * in the table.
 */
function requiredRight({ endpoint, group }: CalledEndpoint, change: Right): Right {
  const exception = EXCEPTIONS[`${group.identifier}.${endpoint.identifier}`];
  if (exception !== undefined) return exception;
  return READS.has(endpoint.method) ? "read" : change;
}

const READS: ReadonlySet<string> = new Set(["GET", "HEAD"]);

const EXCEPTIONS: Readonly<Record<string, Right>> = {
  // It has the addresses of all who worked in the account.
  "audit.list": "manage",
  // The only change below an account that is work in a project.
  "projects.copyTemplate": "work",
};

/** Only members get this response, so the endpoints of the contract do not declare it. */
const refuseRole = (role: Role) =>
  Effect.map(HttpServerRequest.HttpServerRequest, (request) =>
    errorResponse("forbidden", `The role ${role} does not permit this. Ask an owner`, request),
  );

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
