import { actingAs } from "@paraph/core/audit";
import { Keys, Unauthorized } from "@paraph/core/keys";
import { Effect, Layer, Redacted } from "effect";
import { HttpApiMiddleware, HttpApiSecurity, OpenApi } from "effect/http-api";

import { RateLimits } from "../_limits/rate_limits.ts";
import { wire } from "../_wire/error.ts";
import { RateLimited } from "../_wire/request_failures.ts";
import { missingBearer } from "./bearer.ts";
import { CurrentAccount } from "./current_account.ts";

/** An account key as OpenAPI describes it. */
const accountKeyScheme = HttpApiSecurity.bearer.pipe(
  HttpApiSecurity.annotate(OpenApi.Description, "An account key: `svc_acct_…`"),
);

/** Lets an account key in, to every project of its account as often as its limit allows, and to nothing else. */
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
      const limits = yield* RateLimits;
      const missing = Effect.flatMap(missingBearer("an account key"), (message) =>
        Effect.fail(new Unauthorized({ message })),
      );
      return AccountKey.of({
        accountKey: Effect.fnUntraced(function* (app, { credential }) {
          const text = Redacted.value(credential);
          const { id, owner } = yield* limits.countFailures(
            text === "" ? missing : keys.authenticate(text, "account"),
          );
          if (owner.kind !== "account") return yield* Unauthorized.badKey;
          yield* limits.byKey(id);
          return yield* Effect.provideService(
            app.pipe(actingAs({ kind: "account_key", id })),
            CurrentAccount,
            owner.accountId,
          );
        }),
      });
    }),
  );
}
