import { Context, type Effect, type Option } from "effect";

import type { AccountId, KeyId, ProjectId, Timestamp } from "../values/mod.ts";
import type { ChangePartner, Partner } from "./provision.ts";

/** An integrator with its latest key. */
export interface StoredPartner extends Partner {
  readonly keyId: KeyId;
  /** Whether its account has deleted the project: its keys and sessions are then rejected. */
  readonly projectDeleted: boolean;
}

/** An integrator to add. Its account, project and key have other rows. */
export interface NewPartner extends Pick<
  Partner,
  "externalOrgId" | "embedEnabled" | "allowedOrigins" | "emailFrom"
> {
  readonly accountId: AccountId;
  readonly projectId: ProjectId;
  readonly keyId: KeyId;
  readonly createdAt: Timestamp;
}

/** Stores the provisioned organisations and their terms. */
export class PartnerStore extends Context.Service<
  PartnerStore,
  {
    /** Locks an id of an organisation, existing or not, until the transaction ends. */
    readonly lock: (externalOrgId: string) => Effect.Effect<void>;
    readonly find: (externalOrgId: string) => Effect.Effect<Option.Option<StoredPartner>>;
    readonly findByAccount: (account: AccountId) => Effect.Effect<Option.Option<StoredPartner>>;
    readonly findByProject: (project: ProjectId) => Effect.Effect<Option.Option<StoredPartner>>;
    /** Whether an integrator that may embed, suspended or not, allows an origin. */
    readonly knowsOrigin: (origin: string) => Effect.Effect<boolean>;
    readonly add: (partner: NewPartner) => Effect.Effect<void>;
    /** Changes the given fields only. */
    readonly change: (
      externalOrgId: string,
      change: Omit<ChangePartner, "externalOrgId" | "name"> & {
        readonly keyId?: KeyId;
        readonly projectId?: ProjectId;
      },
    ) => Effect.Effect<void>;
  }
>()("@paraph/core/admin/PartnerStore") {}
