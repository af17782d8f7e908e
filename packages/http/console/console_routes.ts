import { ConsoleSessions, SESSION_LIFETIME } from "@paraph/core/console";
import { Forbidden, Keys, Unauthorized } from "@paraph/core/keys";
import { PublicUrls } from "@paraph/core/values";
import { ConsolePages } from "@paraph/web/console";
import { DateTime, Duration, Effect, Layer, Option, Schema } from "effect";
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http";

import { keyLogin } from "../_auth/bearer_gate.ts";
import { ConsoleGate, isFromOwnPage } from "../_auth/console_session.ts";
import { RateLimits } from "../_limits/rate_limits.ts";
import { jsonBody } from "../_wire/body/json_body.ts";
import type { Code } from "../_wire/errors/error.ts";
import { errorResponse } from "../_wire/errors/error_response.ts";

const PAGE = "/console";
const LINKS = "/console/links";
const SESSIONS = "/console/sessions";

/** The routes of the console, with their methods. */
export const CONSOLE_ROUTES = {
  [PAGE]: ["GET", "HEAD"],
  [LINKS]: ["POST"],
  [SESSIONS]: ["GET", "HEAD", "POST", "DELETE"],
} as const;

const Secret = Schema.String.check(Schema.isMaxLength(200));

/** What opens a session: the token of a sign-in link, or a key. */
const SignIn = Schema.Struct({
  link: Schema.optionalKey(Secret),
  key: Schema.optionalKey(Secret),
}).check(
  Schema.makeFilter(
    ({ link, key }) => (link === undefined) !== (key === undefined) || "Send either link or key",
  ),
);

const signInBody = jsonBody(SignIn);

/** Serves the page of the console and its sessions. All other data comes from the API. */
export const consoleRoutes = Layer.effectDiscard(
  Effect.gen(function* () {
    const router = yield* HttpRouter.HttpRouter;
    const sessions = yield* ConsoleSessions;
    const keys = yield* Keys;
    const limits = yield* RateLimits;
    const { cookie, session: currentSession } = yield* ConsoleGate;
    const { base } = yield* PublicUrls;
    const { page } = yield* ConsolePages;
    const request = HttpServerRequest.HttpServerRequest;

    const authenticateKey = (text: string) =>
      keys.authenticate(text, text.startsWith("svc_acct_") ? "account" : "project");

    const login = yield* keyLogin({
      credentialName: "a project key or an account key",
      missing: (message) => new Unauthorized({ message }),
      authenticate: authenticateKey,
    });

    const requireOwnPage = Effect.flatMap(request, (current) =>
      isFromOwnPage(current, base) ? Effect.void : Effect.fail(CROSS_ORIGIN),
    );

    /** Ends the session of the request's cookie, so that a new one replaces it. */
    const closeEarlier = Effect.gen(function* () {
      const token = cookie.tokenOf(yield* request);
      if (token === undefined) return;
      const earlier = yield* Effect.option(sessions.authenticate(token));
      if (Option.isSome(earlier)) yield* sessions.close(earlier.value);
    });

    const createLink = Effect.gen(function* () {
      const { authorization = "" } = (yield* request).headers;
      const [, credential = ""] = /^bearer +(\S+)$/iu.exec(authorization.trim()) ?? [];
      const { token, expiresAt } = yield* sessions.createLink(yield* login(credential));
      const body = {
        url: `${base}${PAGE}#link=${token}`,
        expiresAt: DateTime.formatIso(expiresAt),
      };
      return HttpServerResponse.jsonUnsafe(body, { status: 201 });
    });

    const signIn = Effect.gen(function* () {
      yield* requireOwnPage;
      const { link, key } = yield* signInBody({ request: yield* request });
      const credential = link === undefined ? authenticateKey(key ?? "") : sessions.takeLink(link);
      const owner = yield* limits.countFailures(credential);
      yield* limits.byKey(owner.id);
      yield* closeEarlier;
      const { token, expiresAt } = yield* sessions.open(owner, link === undefined ? "key" : "link");
      const response = HttpServerResponse.jsonUnsafe(
        { expiresAt: DateTime.formatIso(expiresAt) },
        { status: 201 },
      );
      const maxAge = Duration.toSeconds(SESSION_LIFETIME);
      return HttpServerResponse.setHeader(response, "set-cookie", cookie.set(token, maxAge));
    });

    /** The session for the script of the page, with the request token. `null` without one. */
    const show = Effect.gen(function* () {
      yield* requireOwnPage;
      const token = cookie.tokenOf(yield* request);
      if (token === undefined) return HttpServerResponse.jsonUnsafe({ session: null });
      const current = yield* Effect.option(limits.countFailures(sessions.authenticate(token)));
      if (Option.isNone(current)) return HttpServerResponse.jsonUnsafe({ session: null });
      const { key, keyPrefix, expiresAt } = current.value;
      const session = {
        kind: key.owner.kind,
        keyPrefix,
        requestToken: yield* sessions.requestToken(token),
        expiresAt: DateTime.formatIso(expiresAt),
      };
      return HttpServerResponse.jsonUnsafe({ session });
    });

    const signOut = Effect.gen(function* () {
      const session = yield* limits.countFailures(currentSession);
      if (Option.isSome(session)) yield* sessions.close(session.value);
      const response = HttpServerResponse.empty({ status: 204 });
      return HttpServerResponse.setHeader(response, "set-cookie", cookie.set("", 0));
    });

    yield* router.add("GET", PAGE, page);
    yield* router.add("POST", LINKS, orError(createLink));
    yield* router.add("GET", SESSIONS, orError(show));
    yield* router.add("POST", SESSIONS, orError(signIn));
    yield* router.add("DELETE", SESSIONS, orError(signOut));
  }),
);

const CROSS_ORIGIN = new Forbidden({ message: "Only the console can send this request" });

/** A failure with a code. */
interface Failure {
  readonly _tag: Code;
  readonly message: string;
  readonly issues?: Parameters<typeof errorResponse>[3];
}

/** Responds to failures with the error body of the API. */
function orError<E extends Failure, R>(
  response: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
) {
  return Effect.matchEffect(response, {
    onSuccess: Effect.succeed,
    onFailure: ({ _tag, message, issues }: E) =>
      Effect.succeed(errorResponse(_tag, message, undefined, issues)),
  });
}
