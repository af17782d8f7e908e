import { identityServer, type IdentityServer } from "@paraph/testing/identity_server";
import { Context, Effect, Layer, Redacted } from "effect";

import { browserServerWith } from "./api_server.ts";

/** The identity provider of the server under test. */
export class Identity extends Context.Service<Identity, IdentityServer>()(
  "@paraph/http/_testing/Identity",
) {}

/** A server whose members sign in with an identity provider. */
export const serverWithIdentity = Layer.unwrap(
  Effect.gen(function* () {
    const identity = yield* Identity;
    return browserServerWith({
      issuer: identity.issuer,
      clientId: identity.clientId,
      clientSecret: Redacted.make(identity.clientSecret),
      name: "Acme Login",
      trustEmail: false,
    });
  }),
).pipe(Layer.provideMerge(Layer.effect(Identity, identityServer)));
