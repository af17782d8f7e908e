import { sessionActor } from "@paraph/core/console";
import { Keys, Unauthorized } from "@paraph/core/keys";
import type { AccountId } from "@paraph/core/values";
import { Context, Effect, Layer, Option } from "effect";
import type { HttpServerRequest } from "effect/http";
import { HttpApiMiddleware, HttpApiSecurity, OpenApi } from "effect/http-api";

import { wire } from "../_wire/errors/error.ts";
import { RateLimited } from "../_wire/errors/failures.ts";
import { bearerGate, type KeyCaller, keyLogin } from "./bearer_gate.ts";
import { ConsoleGate } from "./console_session.ts";

/** The account whose key a request carries. */
export class CurrentAccount extends Context.Service<CurrentAccount, AccountId>()(
  "@paraph/http/CurrentAccount",
) {}

/** An account key as OpenAPI describes it. */
const accountKeyScheme = HttpApiSecurity.bearer.pipe(
  HttpApiSecurity.annotate(OpenApi.Description, "An account key: `svc_acct_…`."),
);

/**
 * Authenticates account keys, which give access to every project of the account. Counts towards the
 * rate limit of the key.
 */
export class AccountKey extends HttpApiMiddleware.Service<
  AccountKey,
  { provides: CurrentAccount }
>()("@paraph/http/AccountKey", {
  security: { accountKey: accountKeyScheme },
  error: [wire(Unauthorized), wire(RateLimited)],
}) {
  static readonly layer = Layer.effect(
    AccountKey,
    Effect.gen(function* () {
      const keys = yield* Keys;
      const { session } = yield* ConsoleGate;
      const login = yield* keyLogin({
        credentialName: "an account key",
        missing: (message) => new Unauthorized({ message }),
        authenticate: Effect.fnUntraced(function* (
          text: string,
        ): Effect.fn.Return<KeyCaller<AccountId>, Unauthorized> {
          const { id, owner } = yield* keys.authenticate(text, "account");
          if (owner.kind !== "account") return yield* Unauthorized.badKey;
          return { id, value: owner.accountId, actor: { kind: "account_key", id } };
        }),
        bySession: Effect.gen(function* (): Effect.fn.Return<
          Option.Option<KeyCaller<AccountId>>,
          Unauthorized,
          HttpServerRequest.HttpServerRequest
        > {
          const current = yield* session;
          if (Option.isNone(current)) return Option.none();
          const { owner } = current.value;
          const actor = sessionActor(current.value);
          if (owner.kind === "member") {
            const { id, accountId: value, role } = owner.member;
            return Option.some({ id, value, actor, role });
          }
          const { key } = owner;
          if (key.owner.kind !== "account") return yield* PROJECT_SESSION;
          return Option.some({ id: key.id, value: key.owner.accountId, actor });
        }),
      });
      return AccountKey.of({ accountKey: bearerGate(CurrentAccount, login, "manage") });
    }),
  );
}

const PROJECT_SESSION = new Unauthorized({
  message: "This session was opened with a project key. Sign in with an account key",
});
