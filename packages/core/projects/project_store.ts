import { Context, type Effect, type Option } from "effect";

import type { AccountId, ProjectId } from "../values/mod.ts";
import type { Account } from "./account.ts";
import type { OwnedProject, Project } from "./project.ts";

/** Keeps accounts and their projects. */
export class ProjectStore extends Context.Service<
  ProjectStore,
  {
    readonly addAccount: (account: Account) => Effect.Effect<void>;
    readonly findAccount: (id: AccountId) => Effect.Effect<Option.Option<Account>>;
    /** Adds a project unless its slug was ever used in the account; tells whether it did. */
    readonly addProject: (project: OwnedProject) => Effect.Effect<boolean>;
    /** A live project. */
    readonly findProject: (id: ProjectId) => Effect.Effect<Option.Option<Project>>;
  }
>()("@paraph/core/projects/ProjectStore") {}
