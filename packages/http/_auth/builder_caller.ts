import { PartnerSuspended } from "@paraph/core/admin";
import { actingAs } from "@paraph/core/audit";
import { type BuilderCaller, MissingOrInvalidAuthorization, projectOf } from "@paraph/core/embed";
import { onBehalfOf } from "@paraph/core/values";
import { Context, Effect, Layer, Redacted } from "effect";
import { HttpApiMiddleware, HttpApiSecurity, OpenApi } from "effect/http-api";

import { wire } from "../_wire/error.ts";
import { RateLimited } from "../_wire/request_failures.ts";
import { partnerGate } from "./partner.ts";
import { sessionLogin } from "./session_login.ts";

/** Who works on builder templates with a request. */
export class CurrentBuilder extends Context.Service<CurrentBuilder, BuilderCaller>()(
  "@paraph/http/CurrentBuilder",
) {}

const keyOrSessionScheme = HttpApiSecurity.bearer.pipe(
  HttpApiSecurity.annotate(
    OpenApi.Description,
    "A project key, or the token of an embed session from a page of an allowed origin",
  ),
);

/** Lets embed partners in by their key, and sessions of theirs by their token (interface, Embed). */
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
      const partnerOf = yield* partnerGate;
      const sessionOf = yield* sessionLogin;

      const enter = Effect.fnUntraced(function* (text: string) {
        // Tokens have dots between their parts; keys have none.
        if (text.includes(".")) {
          const session = yield* sessionOf(text);
          const caller: BuilderCaller = { kind: "session", session };
          return { caller, actor: { kind: "session", id: session.id } as const };
        }
        const { id, project: projectId } = yield* partnerOf(text);
        const caller: BuilderCaller = { kind: "partner", projectId };
        return { caller, actor: { kind: "project_key", id } as const };
      });

      return BuilderKey.of({
        keyOrSession: Effect.fnUntraced(function* (app, { credential }) {
          const { caller, actor } = yield* enter(Redacted.value(credential)).pipe(
            Effect.catchTags({ invalid_credentials: refused, missing_authorization: refused }),
          );
          return yield* Effect.provideService(
            app.pipe(actingAs(actor), onBehalfOf(projectOf(caller))),
            CurrentBuilder,
            caller,
          );
        }),
      });
    }),
  );
}

const refused = ({ message }: { readonly message: string }) =>
  Effect.fail(new MissingOrInvalidAuthorization({ message }));
