import { EmbedSessions, type LiveSession } from "@paraph/core/embed";
import { MissingAuthorization } from "@paraph/core/keys";
import { Context, Effect, Layer } from "effect";
import { HttpApiMiddleware, HttpApiSecurity, OpenApi } from "effect/http-api";

import { CrossOrigin } from "../_wire/request/cross_origin.ts";
import { bearerGate, keyLogin } from "./bearer_gate.ts";
import { embeddingErrors } from "./integrator_key.ts";

/**
 * Authenticates the token of an embed session from a page of an allowed origin. That page may read
 * the responses (CORS).
 */
export const sessionLogin = Effect.gen(function* () {
  const sessions = yield* EmbedSessions;
  const crossOrigin = yield* CrossOrigin;
  return yield* keyLogin(
    {
      credentialName: "the token of an embed session",
      missing: (message) => new MissingAuthorization({ message }),
      authenticate: Effect.fnUntraced(function* (token: string) {
        const session = yield* sessions.authenticate(token, yield* crossOrigin.page);
        const { id, projectId } = session;
        return { id, value: session, projectId, actor: { kind: "session", id } as const };
      }),
    },
    () => crossOrigin.admit,
  );
});

/** The embed session whose token a request carries. */
export class CurrentSession extends Context.Service<CurrentSession, LiveSession>()(
  "@paraph/http/CurrentSession",
) {}

/** The token of an embed session as OpenAPI describes it. */
const sessionTokenScheme = HttpApiSecurity.bearer.pipe(
  HttpApiSecurity.annotate(
    OpenApi.Description,
    "The token of an embed session, a JWT, from a page of an allowed origin",
  ),
);

/** Authenticates the token of an active embed session from a page of an allowed origin. */
export class EmbedSessionToken extends HttpApiMiddleware.Service<
  EmbedSessionToken,
  { provides: CurrentSession }
>()("@paraph/http/EmbedSessionToken", {
  security: { sessionToken: sessionTokenScheme },
  error: embeddingErrors,
}) {
  static readonly layer = Layer.effect(
    EmbedSessionToken,
    Effect.map(sessionLogin, (login) =>
      EmbedSessionToken.of({ sessionToken: bearerGate(CurrentSession, login) }),
    ),
  );
}
