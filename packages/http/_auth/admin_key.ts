import { actingAs } from "@paraph/core/audit";
import { Unauthorized } from "@paraph/core/keys";
import { equalBytes } from "@paraph/core/values";
import { Effect, Layer, Redacted } from "effect";
import { Digest } from "effect/crypto";
import { HttpApiMiddleware, HttpApiSecurity, OpenApi } from "effect/http-api";

import { RateLimits } from "../_limits/rate_limits.ts";
import { wireFlat } from "../_wire/error.ts";
import { RateLimited } from "../_wire/request_failures.ts";
import { missingBearer } from "./bearer.ts";

const adminKeyScheme = HttpApiSecurity.bearer.pipe(
  HttpApiSecurity.annotate(OpenApi.Description, "The admin key of this deployment"),
);

/** There is one: requests made with it share a budget. */
const ADMIN = "admin";

/** Lets the deployment's admin key in; nothing else, and nobody where there is none. */
export class AdminKey extends HttpApiMiddleware.Service<AdminKey>()("@paraph/http/AdminKey", {
  security: { adminKey: adminKeyScheme },
  error: [wireFlat(Unauthorized), wireFlat(RateLimited)],
}) {
  static readonly layer = (adminKey: Redacted.Redacted | undefined) =>
    Layer.effect(
      AdminKey,
      Effect.gen(function* () {
        const limits = yield* RateLimits;
        const digest = yield* Digest.Digest;
        const hashOf = (key: Redacted.Redacted) =>
          digest.digest(Digest.sha256, new TextEncoder().encode(Redacted.value(key)));
        const expected = adminKey === undefined ? undefined : yield* hashOf(adminKey);

        const missing = Effect.flatMap(missingBearer("the admin key"), (message) =>
          Effect.fail(new Unauthorized({ message })),
        );

        const authenticate = (credential: Redacted.Redacted) =>
          Effect.flatMap(hashOf(credential), (given) =>
            expected !== undefined && equalBytes(given, expected)
              ? Effect.void
              : Effect.fail(refused(Redacted.value(credential))),
          );

        return AdminKey.of({
          adminKey: Effect.fnUntraced(function* (app, { credential }) {
            yield* limits.countFailures(
              Redacted.value(credential) === "" ? missing : authenticate(credential),
            );
            yield* limits.byKey(ADMIN);
            return yield* app.pipe(actingAs({ kind: "admin_key" }));
          }),
        });
      }),
    );
}

/** The prefix tells keys of projects and accounts apart; other keys are unknown. */
function refused(text: string): Unauthorized {
  const isOtherKey = /^svc_(?:live|test|acct)_/.test(text);
  const message = isOtherKey
    ? "A project or account key was sent. Send the admin key of this deployment"
    : "The admin key is not valid";
  return new Unauthorized({ message });
}
