import { PartnerSuspended } from "@paraph/core/admin";
import { actingAs } from "@paraph/core/audit";
import type { LiveSession } from "@paraph/core/embed";
import { InvalidCredentials, MissingAuthorization } from "@paraph/core/keys";
import { onBehalfOf } from "@paraph/core/values";
import { Context, Effect, Layer, Redacted } from "effect";
import { HttpApiMiddleware, HttpApiSecurity, OpenApi } from "effect/http-api";

import { RateLimits } from "../_limits/rate_limits.ts";
import { wire } from "../_wire/error.ts";
import { RateLimited } from "../_wire/request_failures.ts";
import { missingBearer } from "./bearer.ts";
import { sessionLogin } from "./session_login.ts";

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

/** Lets the token of a live embed session in, from a page that may have it, and nothing else. */
export class EmbedSessionToken extends HttpApiMiddleware.Service<
  EmbedSessionToken,
  { provides: CurrentSession }
>()("@paraph/http/EmbedSessionToken", {
  security: { sessionToken: sessionTokenScheme },
  error: [
    wire(MissingAuthorization),
    wire(InvalidCredentials),
    wire(PartnerSuspended),
    wire(RateLimited),
  ],
}) {
  static readonly layer = Layer.effect(
    EmbedSessionToken,
    Effect.gen(function* () {
      const login = yield* sessionLogin;
      const limits = yield* RateLimits;
      const missing = Effect.flatMap(missingBearer("the token of an embed session"), (message) =>
        Effect.fail(new MissingAuthorization({ message })),
      );
      return EmbedSessionToken.of({
        sessionToken: Effect.fnUntraced(function* (app, { credential }) {
          const token = Redacted.value(credential);
          if (token === "") return yield* limits.countFailures(missing);
          const session = yield* login(token);
          return yield* Effect.provideService(
            app.pipe(actingAs({ kind: "session", id: session.id }), onBehalfOf(session.projectId)),
            CurrentSession,
            session,
          );
        }),
      });
    }),
  );
}
