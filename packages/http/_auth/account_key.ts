import { Keys, Unauthorized } from "@paraph/core/keys";
import type { AccountId } from "@paraph/core/values";
import { Context, Effect, Layer } from "effect";
import { HttpApiMiddleware, HttpApiSecurity, OpenApi } from "effect/http-api";

import { wire } from "../_wire/errors/error.ts";
import { RateLimited } from "../_wire/errors/failures.ts";
import { bearerGate, keyLogin } from "./bearer_gate.ts";

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
      const login = yield* keyLogin({
        credentialName: "an account key",
        missing: (message) => new Unauthorized({ message }),
        authenticate: Effect.fnUntraced(function* (text: string) {
          const { id, owner } = yield* keys.authenticate(text, "account");
          if (owner.kind !== "account") return yield* Unauthorized.badKey;
          return { id, value: owner.accountId, actor: { kind: "account_key", id } as const };
        }),
      });
      return AccountKey.of({ accountKey: bearerGate(CurrentAccount, login) });
    }),
  );
}
