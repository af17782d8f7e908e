import { Context, Data, type Effect } from "effect";

/** Secrets of one sign-in, which only the browser that began it has. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Why a sign-in with the identity provider did not succeed. */
export type IdentityProblem =
  /** The browser did not begin it, or too long ago. */
  | "expired"
  /** The provider cannot be reached, or its response is not valid. */
  | "unavailable"
  /** The user or the provider cancelled it. */
  | "cancelled"
  /** The provider does not confirm an email address of the user. */
  | "unverified"
  /** No account has a member with the email address. */
  | "unknown";

/** A sign-in with the identity provider did not succeed. */
export class IdentityFailed extends Data.TaggedError("identity_failed")<{
  readonly problem: IdentityProblem;
}> {}

/** The operations of a configured identity provider. */
export interface SignInProvider {
  /** What people call it. */
  readonly name: string;
  /** Begins a sign-in: the URL to which the browser goes, and the secrets that it keeps. */
  readonly begin: (
    callbackUrl: string,
  ) => Effect.Effect<{ readonly url: string; readonly secrets: SignInSecrets }, IdentityFailed>;
  /** The confirmed email address of the user, from the URL to which the provider sent the browser. */
  readonly complete: (
    callback: URL,
    secrets: SignInSecrets,
  ) => Effect.Effect<string, IdentityFailed>;
}

/** The identity provider of the deployment (OpenID Connect); undefined without one. */
export class IdentityProvider extends Context.Service<
  IdentityProvider,
  SignInProvider | undefined
>()("@paraph/core/console/IdentityProvider") {}
