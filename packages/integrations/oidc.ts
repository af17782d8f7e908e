import { IdentityFailed, IdentityProvider, type SignInSecrets } from "@paraph/core/console";
import { Email } from "@paraph/core/values";
import { Effect, Exit, Layer, Redacted, Schema } from "effect";
import * as client from "openid-client";

/** The client of a deployment at its identity provider. */
export interface OidcOptions {
  /** The URL of the issuer. Its metadata are below it, at `/.well-known/openid-configuration`. */
  readonly issuer: string;
  readonly clientId: string;
  /** Absent: a client without a secret, which PKCE protects. */
  readonly clientSecret: Redacted.Redacted | undefined;
  /** What people call the provider. */
  readonly name: string;
  /** Whether email addresses count that the provider does not call verified. */
  readonly trustEmail: boolean;
}

/** The user waits for each request to the provider, in seconds. */
const TIMEOUT = 10;

const UNAVAILABLE = new IdentityFailed({ problem: "unavailable" });
const CANCELLED = new IdentityFailed({ problem: "cancelled" });
const UNVERIFIED = new IdentityFailed({ problem: "unverified" });

/** The claims about an email address. Some providers send `email_verified` as a text. */
const decodeClaims = Schema.decodeUnknownEffect(
  Schema.Struct({
    email: Schema.optional(Email),
    email_verified: Schema.optional(Schema.Union([Schema.Boolean, Schema.String])),
  }),
);

/**
 * Signs people in with OpenID Connect: the authorization code flow with PKCE, a state and a nonce.
 *
 * @param options Absent: the deployment has no identity provider.
 */
export function identityProviderOidc(
  options: OidcOptions | undefined,
): Layer.Layer<IdentityProvider> {
  return options === undefined
    ? Layer.succeed(IdentityProvider, undefined)
    : Layer.effect(IdentityProvider, Effect.map(configurationOf(options), providerOf(options)));
}

/** The metadata of the provider, which may change and may be missing for a while. */
const configurationOf = ({ issuer, clientId, clientSecret }: OidcOptions) =>
  attempt("The identity provider has no valid metadata", () => {
    const server = new URL(issuer);
    const authentication =
      clientSecret === undefined
        ? client.None()
        : client.ClientSecretPost(Redacted.value(clientSecret));
    // Only providers on this machine may have no TLS.
    const execute = server.protocol === "http:" ? [client.allowInsecureRequests] : [];
    const options = { timeout: TIMEOUT, execute };
    return client.discovery(server, clientId, undefined, authentication, options);
  }).pipe(Effect.cachedWithTTL((exit) => (Exit.isSuccess(exit) ? "1 hour" : 0)));

type Configuration = Effect.Effect<client.Configuration, IdentityFailed>;

const providerOf =
  ({ name, trustEmail }: OidcOptions) =>
  (configuration: Configuration): IdentityProvider["Service"] => {
    const begin = Effect.fn("IdentityProvider.begin")(function* (callbackUrl: string) {
      const config = yield* configuration;
      const secrets = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const challenge = yield* Effect.promise(() =>
        client.calculatePKCECodeChallenge(secrets.verifier),
      );
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: callbackUrl,
        scope: "openid email",
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: challenge,
        code_challenge_method: "S256",
      });
      return { url: url.href, secrets };
    });

    const complete = Effect.fn("IdentityProvider.complete")(function* (
      callback: URL,
      secrets: SignInSecrets,
    ) {
      if (callback.searchParams.has("error")) return yield* CANCELLED;
      const config = yield* configuration;
      const tokens = yield* attempt("The identity provider confirmed no sign-in", () =>
        client.authorizationCodeGrant(config, callback, {
          expectedState: secrets.state,
          expectedNonce: secrets.nonce,
          pkceCodeVerifier: secrets.verifier,
          idTokenExpected: true,
        }),
      );
      const claims = tokens.claims();
      // Providers may put the address into the token, or only into the user info.
      const about =
        claims === undefined || "email" in claims
          ? claims
          : yield* attempt("The identity provider sent no user info", () =>
              client.fetchUserInfo(config, tokens.access_token, claims.sub),
            );
      const { email, email_verified: verified } = yield* Effect.mapError(
        decodeClaims(about),
        () => UNVERIFIED,
      );
      const isVerified = trustEmail || String(verified) === "true";
      if (email === undefined || !isVerified) return yield* UNVERIFIED;
      return email;
    });

    return { name, begin, complete };
  };

/** Calls the provider. The operator reads in the log why it failed; users cannot change it. */
function attempt<A>(message: string, call: () => Promise<A>) {
  return Effect.tryPromise(call).pipe(
    Effect.tapError(({ cause }) => Effect.logWarning(message, cause)),
    Effect.mapError(() => UNAVAILABLE),
  );
}
