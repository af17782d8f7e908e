import { PartnerSuspended } from "@paraph/core/admin";
import { type BuilderCaller, MissingOrInvalidAuthorization } from "@paraph/core/embed";
import { Context, Effect, Layer } from "effect";
import { HttpApiMiddleware, HttpApiSecurity, OpenApi } from "effect/http-api";

import { wire } from "../_wire/errors/error.ts";
import { RateLimited } from "../_wire/errors/failures.ts";
import { bearerGate } from "./bearer_gate.ts";
import { sessionLogin } from "./embed_session.ts";
import { integratorOrConsoleLogin } from "./integrator_key.ts";

/** The integrator, console or embed session whose builder templates a request accesses. */
export class CurrentBuilder extends Context.Service<CurrentBuilder, BuilderCaller>()(
  "@paraph/http/CurrentBuilder",
) {}

const keyOrSessionScheme = HttpApiSecurity.bearer.pipe(
  HttpApiSecurity.annotate(
    OpenApi.Description,
    "A project key, or the token of an embed session from a page of an allowed origin",
  ),
);

/**
 * Authenticates integrators by their key, embed sessions by their token (interface, Embed), and the console by
 * its session.
 */
export class BuilderKey extends HttpApiMiddleware.Service<
  BuilderKey,
  { provides: CurrentBuilder }
>()("@paraph/http/BuilderKey", {
  security: { keyOrSession: keyOrSessionScheme },
  error: [wire(MissingOrInvalidAuthorization), wire(PartnerSuspended), wire(RateLimited)],
}) {
  static readonly layer = Layer.effect(
    BuilderKey,
    Effect.gen(function* () {
      const integratorOf = yield* integratorOrConsoleLogin;
      const sessionOf = yield* sessionLogin;

      const login = Effect.fnUntraced(
        function* (text: string) {
          // Tokens have dots between their parts; keys have none.
          if (text.includes(".")) {
            const caller = yield* sessionOf(text);
            const value: BuilderCaller = { kind: "session", session: caller.value };
            return { ...caller, value };
          }
          const caller = yield* integratorOf(text);
          const value: BuilderCaller = { kind: "partner", projectId: caller.projectId };
          return { ...caller, value };
        },
        Effect.catchTags({
          invalid_credentials: unauthorizedError,
          missing_authorization: unauthorizedError,
        }),
      );

      return BuilderKey.of({ keyOrSession: bearerGate(CurrentBuilder, login) });
    }),
  );
}

const unauthorizedError = ({ message }: { readonly message: string }) =>
  Effect.fail(new MissingOrInvalidAuthorization({ message }));
