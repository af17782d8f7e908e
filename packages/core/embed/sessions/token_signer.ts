import { Context, type Effect, type Option } from "effect";

import type { EmbedSessionId, ProjectId, Timestamp } from "../../values/mod.ts";
import type { Permissions } from "./permission.ts";
import type { Actor, Scope, Tenant } from "./session.ts";

/** The claims of a session token. */
export interface SessionClaims {
  /** The session (`sub`). */
  readonly sessionId: EmbedSessionId;
  /** The origins whose pages may use it (`aud`). */
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

/** Signs and verifies session tokens. */
export class TokenSigner extends Context.Service<
  TokenSigner,
  {
    readonly sign: (claims: SessionClaims) => Effect.Effect<string>;
    /** The session and origins of a token; none if its signature is invalid or it has expired. */
    readonly verify: (
      token: string,
    ) => Effect.Effect<Option.Option<Pick<SessionClaims, "sessionId" | "origins">>>;
    /** The keys to verify tokens with, the current one first. */
    readonly publicKeys: ReadonlyArray<PublicJwk>;
  }
>()("@paraph/core/embed/TokenSigner") {}
