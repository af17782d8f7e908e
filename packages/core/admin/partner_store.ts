import { Context, type Effect, type Option } from "effect";

import type { AccountId, KeyId, ProjectId, Timestamp } from "../values/mod.ts";
import type { ChangePartner, Partner } from "./provision.ts";

/** A partner with the key it was given last. */
export interface StoredPartner extends Partner {
  readonly keyId: KeyId;
  /** Whether its account has deleted the project: nothing of it opens anything any more. */
  readonly projectDeleted: boolean;
}

/** A partner to keep: what its account, project and key tell is theirs. */
export interface NewPartner extends Pick<
  Partner,
  "externalOrgId" | "embedEnabled" | "allowedOrigins" | "emailFrom"
> {
  readonly accountId: AccountId;
  readonly projectId: ProjectId;
  readonly keyId: KeyId;
  readonly createdAt: Timestamp;
}

/** Keeps which organisations were provisioned, and what was agreed with them. */
export class PartnerStore extends Context.Service<
  PartnerStore,
  {
    /** Holds a name until the transaction ends, whether there is a partner of it or not. */
    readonly lock: (externalOrgId: string) => Effect.Effect<void>;
    readonly find: (externalOrgId: string) => Effect.Effect<Option.Option<StoredPartner>>;
    readonly findByAccount: (account: AccountId) => Effect.Effect<Option.Option<StoredPartner>>;
    readonly findByProject: (project: ProjectId) => Effect.Effect<Option.Option<StoredPartner>>;
    /** Whether a partner that embeds, suspended or not, allows an origin, and its project is live. */
    readonly knowsOrigin: (origin: string) => Effect.Effect<boolean>;
    readonly add: (partner: NewPartner) => Effect.Effect<void>;
    /** Changes what is named and leaves the rest. */
    readonly change: (
      externalOrgId: string,
      change: Omit<ChangePartner, "externalOrgId" | "name"> & {
        readonly keyId?: KeyId;
        readonly projectId?: ProjectId;
      },
    ) => Effect.Effect<void>;
  }
>()("@paraph/core/admin/PartnerStore") {}
