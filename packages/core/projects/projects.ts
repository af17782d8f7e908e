import { Context, Effect, Layer } from "effect";
import { SecureRandom } from "effect/crypto";

import { AccountId, newRow, NotFound, ProjectId } from "../values/mod.ts";
import type { Account } from "./account.ts";
import type { Project } from "./project.ts";
import { projectSlug } from "./project_slug.ts";
import { ProjectStore } from "./project_store.ts";

/** Opens accounts and the projects they own. */
export class Projects extends Context.Service<
  Projects,
  {
    readonly openAccount: (name: string) => Effect.Effect<Account>;
    /** An account that exists. */
    readonly account: (id: AccountId) => Effect.Effect<Account, NotFound>;
    /** Creates a project under a slug of its own; fails when there is no such account. */
    readonly create: (account: AccountId, name: string) => Effect.Effect<Project, NotFound>;
  }
>()("@paraph/core/projects/Projects") {
  static readonly layer = Layer.effect(
    Projects,
    Effect.gen(function* () {
      const store = yield* ProjectStore;
      const random = yield* SecureRandom.SecureRandom;
      const draw = Effect.provideService(newRow, SecureRandom.SecureRandom, random);

      const openAccount = Effect.fn("Projects.openAccount")(function* (name: string) {
        const { id, createdAt } = yield* draw;
        const account: Account = { id: AccountId.make(id), name, createdAt };
        yield* store.addAccount(account);
        return account;
      });

      const account = Effect.fn("Projects.account")(function* (id: AccountId) {
        const found = yield* store.findAccount(id);
        return yield* Effect.fromOption(found).pipe(Effect.mapError(() => NotFound.of("account")));
      });

      const create = Effect.fn("Projects.create")(function* (accountId: AccountId, name: string) {
        yield* account(accountId);
        const { id, createdAt } = yield* draw;
        const base = { id: ProjectId.make(id), accountId, name, createdAt, updatedAt: createdAt };
        for (let collisions = 0; ; collisions++) {
          const slug = projectSlug(name, collisions);
          if (yield* store.addProject({ ...base, slug })) return { ...base, slug };
        }
      });

      return Projects.of({ openAccount, account, create });
    }),
  );
}
