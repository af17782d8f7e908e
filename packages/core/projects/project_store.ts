import { Context, type Effect, type Option } from "effect";

import type { AccountId, ProjectId, Slug, Timestamp } from "../values/mod.ts";
import type { Account } from "./account.ts";
import type { ProjectBranding, UpdateBranding } from "./branding.ts";
import type { Logo } from "./logo.ts";
import type { OwnedProject, StoredProject, UpdateProject } from "./project.ts";

/** How an account names one of its projects. */
export type ProjectRef = { readonly id: ProjectId } | { readonly slug: Slug };

/** Changes of a project; `null` removes a field of the branding, or all of them. */
export interface ProjectChange extends Omit<UpdateProject, "branding"> {
  readonly branding?: BrandingChange | null;
}

/** Changes of a branding, with a new logo that was checked. */
export interface BrandingChange extends Omit<UpdateBranding, "logo"> {
  readonly logo?: Logo | null;
}

/** Stores accounts and their projects. */
export class ProjectStore extends Context.Service<
  ProjectStore,
  {
    readonly addAccount: (account: Account) => Effect.Effect<void>;
    readonly findAccount: (id: AccountId) => Effect.Effect<Option.Option<Account>>;
    /** Every account, newest first. */
    readonly listAccounts: Effect.Effect<ReadonlyArray<Account>>;
    /** Adds a project unless its slug was ever used in the account; whether it was added. */
    readonly addProject: (project: OwnedProject) => Effect.Effect<boolean>;
    /** A project that is not deleted. */
    readonly findProject: (id: ProjectId) => Effect.Effect<Option.Option<StoredProject>>;
    /** A project of this account that is not deleted. */
    readonly findOwned: (
      account: AccountId,
      ref: ProjectRef,
    ) => Effect.Effect<Option.Option<StoredProject>>;
    /** The projects of an account that are not deleted, newest first. */
    readonly listOwned: (account: AccountId) => Effect.Effect<ReadonlyArray<StoredProject>>;
    /**
     * Changes a project of this account; returns the changed project. A new logo has a new id. Without public
     * downloads, the copies of its documents are withdrawn.
     */
    readonly update: (
      account: AccountId,
      id: ProjectId,
      change: ProjectChange & { readonly at: Timestamp },
    ) => Effect.Effect<Option.Option<StoredProject>>;
    /** The branding and language of a project. Concurrent calls share a statement. */
    readonly findBranding: (id: ProjectId) => Effect.Effect<Option.Option<ProjectBranding>>;
    /** A logo of a project that is not deleted. */
    readonly findLogo: (id: string) => Effect.Effect<Option.Option<Logo>>;
    /** Soft-deletes a project of this account; whether it existed. */
    readonly remove: (account: AccountId, id: ProjectId, at: Timestamp) => Effect.Effect<boolean>;
  }
>()("@paraph/core/projects/ProjectStore") {}
