import type { RequestListener } from "node:http";

import { Effect, type Scope } from "effect";
import { Provider } from "oidc-provider";

import { localServer } from "./local_server.ts";

/** The client that the server knows. Its callbacks on the loopback address may have any port. */
const CLIENT = { id: "paraph", secret: "client-secret-of-tests" } as const;

/** What the server says of the user. */
export interface IdentityUser {
  readonly email: string;
  readonly isVerified: boolean;
  /** Whether the user declines the sign-in. */
  readonly declines?: boolean;
}

/** An OpenID Connect provider that signs in one user without questions. */
export interface IdentityServer {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The user of the next sign-ins. */
  user: IdentityUser;
}

/** Starts a provider on this machine. */
export const identityServer: Effect.Effect<IdentityServer, never, Scope.Scope> = Effect.gen(
  function* () {
    let handle: RequestListener = (_, response) => response.end();
    const { port } = yield* localServer((request, response) => handle(request, response));
    // Browsers treat `localhost` and `127.0.0.1` as different sites.
    const issuer = `http://localhost:${port}`;
    const identity: IdentityServer = {
      issuer,
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      user: { email: "user@example.com", isVerified: true },
    };
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          application_type: "native",
          token_endpoint_auth_method: "client_secret_post",
          redirect_uris: ["http://127.0.0.1/console/oidc/callback"],
        },
      ],
      claims: { openid: ["sub"], email: ["email", "email_verified"] },
      cookies: { keys: ["cookies-of-tests"] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      findAccount: (_, accountId) => ({
        accountId,
        claims: () => ({
          sub: accountId,
          email: identity.user.email,
          email_verified: identity.user.isVerified,
        }),
      }),
    });
    provider.use(async (context, next) => {
      if (!context.path.startsWith("/interaction/")) return next();
      const { prompt, session, params } = await provider.interactionDetails(
        context.req,
        context.res,
      );
      return provider.interactionFinished(
        context.req,
        context.res,
        await act(provider, identity.user, prompt.name, session?.accountId, params),
        { mergeWithLastSubmission: true },
      );
    });
    handle = provider.callback();
    return identity;
  },
);

/** What the user does at a step of the provider: sign in, or permit the client to know who they are. */
async function act(
  provider: Provider,
  user: IdentityUser,
  step: string,
  accountId: string | undefined,
  { client_id: clientId }: Readonly<Record<string, unknown>>,
) {
  if (user.declines === true) return { error: "access_denied" };
  if (step === "login") return { login: { accountId: "user-of-tests" } };
  const grant = new provider.Grant({ accountId: accountId ?? "", clientId: String(clientId) });
  grant.addOIDCScope("openid email");
  return { consent: { grantId: await grant.save() } };
}
