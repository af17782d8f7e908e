import { Context, type Effect, type Option } from "effect";

import type { AccountId, ProjectId, Slug, Timestamp } from "../values/mod.ts";
import type { Account } from "./account.ts";
import type { OwnedProject, Project, UpdateProject } from "./project.ts";

/** How an account names one of its projects. */
export type ProjectRef = { readonly id: ProjectId } | { readonly slug: Slug };

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
    readonly findProject: (id: ProjectId) => Effect.Effect<Option.Option<Project>>;
    /** A project of this account that is not deleted. */
    readonly findOwned: (
      account: AccountId,
      ref: ProjectRef,
    ) => Effect.Effect<Option.Option<Project>>;
    /** The projects of an account that are not deleted, newest first. */
    readonly listOwned: (account: AccountId) => Effect.Effect<ReadonlyArray<Project>>;
    /**
     * Changes a project of this account; returns the changed project. Without public downloads, the copies of
     * its documents are withdrawn.
     */
    readonly update: (
      account: AccountId,
      id: ProjectId,
      change: UpdateProject & { readonly at: Timestamp },
    ) => Effect.Effect<Option.Option<Project>>;
    /** Soft-deletes a project of this account; whether it existed. */
    readonly remove: (account: AccountId, id: ProjectId, at: Timestamp) => Effect.Effect<boolean>;
  }
>()("@paraph/core/projects/ProjectStore") {}
