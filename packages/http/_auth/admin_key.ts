import { actingAs } from "@paraph/core/audit";
import { Unauthorized } from "@paraph/core/keys";
import { Effect, Layer, Redacted } from "effect";
import { Digest, Mac } from "effect/crypto";
import { HttpApiMiddleware, HttpApiSecurity, OpenApi } from "effect/http-api";

import { wireFlat } from "../_wire/errors/error.ts";
import { RateLimited } from "../_wire/errors/failures.ts";
import { keyLogin } from "./bearer_gate.ts";

const adminKeyScheme = HttpApiSecurity.bearer.pipe(
  HttpApiSecurity.annotate(
    OpenApi.Description,
    "The admin key of this deployment: `SERVICE_ADMIN_KEY`.",
  ),
);

/** The id of the rate limit that all requests with the admin key share. */
const RATE_LIMIT_ID = "admin";

/** Authenticates the admin key of the deployment. Without one all requests are rejected. */
export class AdminKey extends HttpApiMiddleware.Service<AdminKey>()("@paraph/http/AdminKey", {
  security: { adminKey: adminKeyScheme },
  error: [wireFlat(Unauthorized), wireFlat(RateLimited)],
}) {
  static readonly layer = (adminKey: Redacted.Redacted | undefined) =>
    Layer.effect(
      AdminKey,
      Effect.gen(function* () {
        const digest = yield* Digest.Digest;
        const hashOf = (key: string) => digest.digest(Digest.sha256, new TextEncoder().encode(key));
        const expected =
          adminKey === undefined ? undefined : yield* hashOf(Redacted.value(adminKey));

        const login = yield* keyLogin({
          credentialName: "the admin key",
          missing: (message) => new Unauthorized({ message }),
          authenticate: Effect.fnUntraced(function* (text: string) {
            const isAdminKey =
              expected !== undefined && Mac.timingSafeEqual(yield* hashOf(text), expected);
            return isAdminKey ? { id: RATE_LIMIT_ID } : yield* invalidKey(text);
          }),
        });

        return AdminKey.of({
          adminKey: (app, { credential }) =>
            Effect.andThen(login(Redacted.value(credential)), actingAs({ kind: "admin_key" })(app)),
        });
      }),
    );
}

/** The prefix of a key shows whether it is a project's or an account's. */
function invalidKey(text: string): Unauthorized {
  const isOtherKey = /^svc_(?:live|test|acct)_/.test(text);
  const message = isOtherKey
    ? "A project or account key was sent. Send the admin key of this deployment"
    : "The admin key is not valid";
  return new Unauthorized({ message });
}
