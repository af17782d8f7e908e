import { Context, type Effect, type Option } from "effect";

import type { EmbedSessionId, ProjectId, Timestamp } from "../../values/mod.ts";
import type { Permissions } from "./permission.ts";
import type { Actor, Scope, Tenant } from "./session.ts";

/** What a session token says. */
export interface SessionClaims {
  /** The session (`sub`). */
  readonly sessionId: EmbedSessionId;
  /** Whose pages may use it (`aud`). */
  readonly origins: ReadonlyArray<string>;
  readonly issuedAt: Timestamp;
  readonly expiresAt: Timestamp;
  readonly projectId: ProjectId;
  readonly tenant: Tenant;
  readonly actor: Actor;
  readonly scope: Scope;
  readonly permissions: Permissions;
}

/** A public key as a JSON Web Key. */
export interface PublicJwk {
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly kid: string;
  readonly alg: string;
  readonly use: string;
}

/** Signs session tokens, and tells which tokens were signed here. */
export class TokenSigner extends Context.Service<
  TokenSigner,
  {
    readonly sign: (claims: SessionClaims) => Effect.Effect<string>;
    /** The session and the origins of a token that we signed and that has not expired. */
    readonly verify: (
      token: string,
    ) => Effect.Effect<Option.Option<Pick<SessionClaims, "sessionId" | "origins">>>;
    /** What others verify our tokens with, the current key first. */
    readonly publicKeys: ReadonlyArray<PublicJwk>;
  }
>()("@paraph/core/embed/TokenSigner") {}
