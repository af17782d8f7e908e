import {
  IdentityFailed,
  IdentityProvider,
  type SignInProvider,
  type SignInSecrets,
} from "@paraph/core/console";
import { Members } from "@paraph/core/members";
import { AccountId, PublicUrls } from "@paraph/core/values";
import { ConsolePages } from "@paraph/web/console";
import { Duration, Effect, Layer, Schema } from "effect";
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http";

import { ConsoleGate } from "../_auth/console_session.ts";
import { hostCookie } from "../_auth/host_cookie.ts";
import { RateLimits } from "../_limits/rate_limits.ts";
import { errorResponse } from "../_wire/errors/error_response.ts";

const OIDC = "/console/oidc";
const CALLBACK = "/console/oidc/callback";

/** The routes of the sign-in with the identity provider, with their methods. */
export const OIDC_ROUTES = { [OIDC]: ["GET", "HEAD"], [CALLBACK]: ["GET", "HEAD"] } as const;

/** The time that users have to sign in at the provider. */
const SIGN_IN_LIFETIME = Duration.minutes(10);

/**
 * Signs members in with the identity provider. The browser keeps the secrets of its sign-in in a cookie, so that
 * no browser can complete a sign-in that another began.
 */
export const oidcRoutes = Layer.effectDiscard(
  Effect.gen(function* () {
    const router = yield* HttpRouter.HttpRouter;
    const provider = yield* IdentityProvider;
    const { base } = yield* PublicUrls;
    // Without a provider, or with one that was removed, the sign-in page has other ways.
    const signInPage = Effect.succeed(redirect(`${base}/console`));
    const { begin, complete } =
      provider === undefined
        ? { begin: signInPage, complete: signInPage }
        : yield* signInWith(provider);
    yield* router.add("GET", OIDC, begin);
    yield* router.add("GET", CALLBACK, complete);
  }),
);

const signInWith = Effect.fnUntraced(function* (provider: SignInProvider) {
  const members = yield* Members;
  const limits = yield* RateLimits;
  const { replace: replaceSession } = yield* ConsoleGate;
  const { base } = yield* PublicUrls;
  const { chooseAccount } = yield* ConsolePages;
  const request = HttpServerRequest.HttpServerRequest;
  // The page of the provider, on another site, leads back to the callback.
  const signInCookie = hostCookie("paraph_sign_in", base, "lax");

  const consoleUrl = `${base}/console`;
  const backWith = ({ problem }: IdentityFailed) =>
    Effect.succeed(redirect(`${consoleUrl}#problem=${problem}`));

  const callbackUrl = `${base}${CALLBACK}`;

  const begin = Effect.gen(function* () {
    const account = new URLSearchParams(queryOf(yield* request)).get("account");
    const { url, secrets } = yield* provider.begin(callbackUrl);
    const text = cookieText({ secrets, account: isAccountId(account) ? account : "" });
    return signInCookie.set(redirect(url), text, SIGN_IN_LIFETIME);
  }).pipe(Effect.catchTag("identity_failed", backWith));

  const open = Effect.gen(function* () {
    const current = yield* request;
    const begun = begunSignIn(signInCookie.valueIn(current));
    if (begun === undefined) return yield* new IdentityFailed({ problem: "expired" });
    const callback = new URL(`${callbackUrl}?${queryOf(current)}`);
    const email = yield* provider.complete(callback, begun.secrets);
    const memberships = (yield* members.findByEmail(email)).filter(
      ({ accountId }) => begun.account === "" || accountId === begun.account,
    );
    const [member] = memberships;
    if (member === undefined) return yield* UNKNOWN;
    if (memberships.length > 1) {
      const choices = memberships.map(({ accountId, accountName }) => ({
        name: accountName,
        url: `${base}${OIDC}?account=${accountId}`,
      }));
      return chooseAccount(choices);
    }
    const { token } = yield* members.openSession(member);
    return yield* replaceSession(redirect(consoleUrl), token);
  }).pipe(Effect.catchTag("not_found", () => Effect.fail(UNKNOWN)));

  const complete = limits
    .countFailures(open)
    .pipe(
      Effect.catchTags({
        identity_failed: backWith,
        rate_limited: ({ _tag, message }) => Effect.succeed(errorResponse(_tag, message)),
      }),
      Effect.map(signInCookie.remove),
    );

  return { begin, complete };
});

const isAccountId = Schema.is(AccountId);

/** The query of a request, without the question mark. */
function queryOf({ url }: Pick<HttpServerRequest.HttpServerRequest, "url">): string {
  return url.slice(url.indexOf("?") + 1 || url.length);
}

const UNKNOWN = new IdentityFailed({ problem: "unknown" });

/** Redirects one browser. */
const redirect = (url: string) =>
  HttpServerResponse.redirect(url, {
    status: 303,
    headers: { "cache-control": "no-store", "referrer-policy": "no-referrer" },
  });

/** A sign-in that a browser has begun, for the account that its user chose, if there was a choice. */
interface BegunSignIn {
  readonly secrets: SignInSecrets;
  readonly account: string;
}

function cookieText({ secrets: { state, nonce, verifier }, account }: BegunSignIn): string {
  return [state, nonce, verifier, account].join(" ");
}

function begunSignIn(text: string | undefined): BegunSignIn | undefined {
  const [state, nonce, verifier, account = ""] = text?.split(" ") ?? [];
  if (!state || !nonce || !verifier) return undefined;
  return { secrets: { state, nonce, verifier }, account };
}
