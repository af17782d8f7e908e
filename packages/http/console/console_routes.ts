import { type ConsoleSession, ConsoleSessions } from "@paraph/core/console";
import { Forbidden, Keys, Unauthorized } from "@paraph/core/keys";
import { Members } from "@paraph/core/members";
import { projectLanguage, ProjectStore } from "@paraph/core/projects";
import { Email, PublicUrls } from "@paraph/core/values";
import { BuilderPages } from "@paraph/web/builder";
import { ConsolePages } from "@paraph/web/console";
import { SendPages } from "@paraph/web/send";
import { DateTime, Effect, Layer, Option, Schema } from "effect";
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http";

import { keyLogin } from "../_auth/bearer_gate.ts";
import { ConsoleGate, isFromOwnPage } from "../_auth/console_session.ts";
import { RateLimits } from "../_limits/rate_limits.ts";
import { jsonBody } from "../_wire/body/json_body.ts";
import type { Code } from "../_wire/errors/error.ts";
import { errorResponse } from "../_wire/errors/error_response.ts";
import { visitorLanguage } from "../_wire/request/visitor_language.ts";

const PAGE = "/console";
const SEND = "/console/send";
const BUILDER = "/console/builder";
const LINKS = "/console/links";
const SESSIONS = "/console/sessions";
const SIGN_IN_EMAILS = "/console/sign-in-emails";

/** The routes of the console, with their methods. */
export const CONSOLE_ROUTES = {
  [PAGE]: ["GET", "HEAD"],
  [SEND]: ["GET", "HEAD"],
  [BUILDER]: ["GET", "HEAD"],
  [LINKS]: ["POST"],
  [SESSIONS]: ["GET", "HEAD", "POST", "DELETE"],
  [SIGN_IN_EMAILS]: ["POST"],
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

const emailBody = jsonBody(Schema.Struct({ email: Email }));

/** Serves the page of the console and its sessions. All other data comes from the API. */
export const consoleRoutes = Layer.effectDiscard(
  Effect.gen(function* () {
    const router = yield* HttpRouter.HttpRouter;
    const sessions = yield* ConsoleSessions;
    const keys = yield* Keys;
    const members = yield* Members;
    const projects = yield* ProjectStore;
    const limits = yield* RateLimits;
    const scope = yield* Effect.scope;
    const { cookie, replace: replaceSession, session: currentSession } = yield* ConsoleGate;
    const { base } = yield* PublicUrls;
    const { page } = yield* ConsolePages;
    const { showInConsole } = yield* SendPages;
    const builder = yield* BuilderPages;
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

    const openByKey = Effect.fnUntraced(function* (text: string) {
      const key = yield* limits.countFailures(authenticateKey(text));
      yield* limits.byKey(key.id);
      return yield* sessions.open({ kind: "key", key }, "key");
    });

    const signIn = Effect.gen(function* () {
      yield* requireOwnPage;
      const { link, key } = yield* signInBody({ request: yield* request });
      const opening =
        link === undefined ? openByKey(key ?? "") : limits.countFailures(sessions.openByLink(link));
      const { token, expiresAt } = yield* opening;
      const response = HttpServerResponse.jsonUnsafe(
        { expiresAt: DateTime.formatIso(expiresAt) },
        { status: 201 },
      );
      return yield* replaceSession(response, token);
    });

    /** The language of the project of a key; null for an account, which has several projects. */
    const languageOfOwner = Effect.fnUntraced(function* (owner: ConsoleSession["owner"]) {
      if (owner.kind !== "key" || owner.key.owner.kind !== "project") return null;
      const settings = yield* projects.findBranding(owner.key.owner.projectId);
      return projectLanguage(settings);
    });

    /** The session for the script of the page, with the request token. `null` without one. */
    const show = Effect.gen(function* () {
      yield* requireOwnPage;
      const token = cookie.valueIn(yield* request);
      if (token === undefined) return HttpServerResponse.jsonUnsafe({ session: null });
      const current = yield* Effect.option(limits.countFailures(sessions.authenticate(token)));
      if (Option.isNone(current)) return HttpServerResponse.jsonUnsafe({ session: null });
      const { owner, expiresAt } = current.value;
      const session = {
        ...ownerView(owner),
        projectLanguage: yield* languageOfOwner(owner),
        requestToken: yield* sessions.requestToken(token),
        expiresAt: DateTime.formatIso(expiresAt),
      };
      return HttpServerResponse.jsonUnsafe({ session });
    });

    /**
     * Emails sign-in links to the members with an address. The response is the same for every address, and does
     * not wait for the emails, so that it does not reveal who is a member.
     */
    const requestEmail = Effect.gen(function* () {
      yield* requireOwnPage;
      yield* limits.byFailure;
      const { email } = yield* emailBody({ request: yield* request });
      yield* members.requestSignIn(email).pipe(
        Effect.catchCause((cause) => Effect.logError("A sign-in email was not queued", cause)),
        Effect.forkIn(scope),
      );
      return HttpServerResponse.jsonUnsafe({ requested: true }, { status: 202 });
    });

    const signOut = Effect.gen(function* () {
      const session = yield* limits.countFailures(currentSession);
      if (Option.isSome(session)) yield* sessions.close(session.value);
      return cookie.remove(HttpServerResponse.empty({ status: 204 }));
    });

    yield* router.add("GET", PAGE, page);
    yield* router.add("GET", SEND, Effect.map(visitorLanguage, showInConsole));
    yield* router.add("GET", BUILDER, Effect.succeed(builder.showInConsole));
    yield* router.add("POST", LINKS, orError(createLink));
    yield* router.add("GET", SESSIONS, orError(show));
    yield* router.add("POST", SESSIONS, orError(signIn));
    yield* router.add("POST", SIGN_IN_EMAILS, orError(requestEmail));
    yield* router.add("DELETE", SESSIONS, orError(signOut));
  }),
);

/** The owner of a session as the page shows it. */
function ownerView(owner: ConsoleSession["owner"]) {
  if (owner.kind === "key") {
    return { kind: owner.key.owner.kind, keyPrefix: owner.keyPrefix, member: null };
  }
  const { id, email, name, role } = owner.member;
  return { kind: "account", keyPrefix: null, member: { id, email, name, role } };
}

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
