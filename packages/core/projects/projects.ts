import { Context, DateTime, Effect, Layer, Option, Schema } from "effect";

import { type AuditAction, AuditLog, type AuditNotes, type NewAuditEntry } from "../audit/mod.ts";
import { keyedRequest, idempotent } from "../idempotency/mod.ts";
import { AccountId, newRow, NotFound, ProjectId, toSlug, withRandom } from "../values/mod.ts";
import type { Account } from "./account.ts";
import { NO_BRANDING } from "./branding.ts";
import type { Logo } from "./logo.ts";
import { DEFAULT_PROJECT_LANGUAGE, type DeletedProject, type StoredProject } from "./project.ts";
import { projectSlug } from "./project_slug.ts";
import { type ProjectChange, ProjectStore } from "./project_store.ts";

/** The result of `Projects.create`. */
export interface CreatedProject extends StoredProject {
  /** False if an earlier request with the same idempotency key created it. */
  readonly created: boolean;
}

const isProjectId = Schema.is(ProjectId);
const isUuid = Schema.is(Schema.String.check(Schema.isUUID()));

/**
 * Manages accounts and their projects. Projects that are deleted, unknown or of another account are
 * not found.
 */
export class Projects extends Context.Service<
  Projects,
  {
    readonly openAccount: (name: string) => Effect.Effect<Account>;
    readonly account: (id: AccountId) => Effect.Effect<Account, NotFound>;
    /** Every account of the deployment, newest first. */
    readonly listAccounts: Effect.Effect<ReadonlyArray<Account>>;
    /** Creates a project with a unique slug; fails if the account does not exist. */
    readonly create: (
      account: AccountId,
      name: string,
      idempotencyKey?: string,
    ) => Effect.Effect<CreatedProject, NotFound>;
    /** An account's projects, newest first. */
    readonly list: (account: AccountId) => Effect.Effect<ReadonlyArray<StoredProject>>;
    readonly get: (account: AccountId, id: string) => Effect.Effect<StoredProject, NotFound>;
    readonly getBySlug: (
      account: AccountId,
      slug: string,
    ) => Effect.Effect<StoredProject, NotFound>;
    /** Changes a project. Its slug does not change. */
    readonly update: (
      account: AccountId,
      id: ProjectId,
      change: ProjectChange,
    ) => Effect.Effect<StoredProject, NotFound>;
    /** The logo with an id, of any project. */
    readonly logo: (id: string) => Effect.Effect<Logo, NotFound>;
    /** Deletes a project. Its keys stop working; its slug stays reserved. */
    readonly remove: (account: AccountId, id: ProjectId) => Effect.Effect<DeletedProject, NotFound>;
  }
>()("@paraph/core/projects/Projects") {
  static readonly layer = Layer.effect(
    Projects,
    Effect.gen(function* () {
      const store = yield* ProjectStore;
      const audit = yield* AuditLog;
      const runOnce = yield* idempotent;
      const row = yield* withRandom(newRow);
      const requireProject = (project: Option.Option<StoredProject>) =>
        Effect.fromOption(project, () => NotFound.of("project"));

      const addAccount = Effect.fnUntraced(function* (name: string) {
        const { id, createdAt } = yield* row;
        const account: Account = { id: AccountId.make(id), name, createdAt };
        yield* store.addAccount(account);
        return account;
      });

      const openAccount = Effect.fn("Projects.openAccount")((name: string) =>
        audit.recording(addAccount(name), ({ id: accountId }) => ({
          action: "account.created",
          accountId,
          target: { kind: "account", id: accountId },
        })),
      );

      const account = Effect.fn("Projects.account")(function* (id: AccountId) {
        const storedAccount = yield* store.findAccount(id);
        return yield* Effect.fromOption(storedAccount, () => NotFound.of("account"));
      });

      const get = Effect.fn("Projects.get")(function* (accountId: AccountId, id: string) {
        return yield* requireProject(
          isProjectId(id) ? yield* store.findOwned(accountId, { id }) : Option.none(),
        );
      });

      const getBySlug = Effect.fn("Projects.getBySlug")(function* (
        accountId: AccountId,
        text: string,
      ) {
        const slug = toSlug(text);
        return yield* requireProject(
          slug === undefined ? Option.none() : yield* store.findOwned(accountId, { slug }),
        );
      });

      /** Adds a project under the first slug of its name that was never used. */
      const add = Effect.fnUntraced(function* (accountId: AccountId, name: string) {
        const { id, createdAt } = yield* row;
        const times = { createdAt, updatedAt: createdAt };
        const defaults = {
          publicDownloads: true,
          branding: NO_BRANDING,
          language: DEFAULT_PROJECT_LANGUAGE,
        } as const;
        const base = { id: ProjectId.make(id), name, ...defaults, ...times };
        for (let collisions = 0; ; collisions++) {
          const project: StoredProject = { ...base, slug: projectSlug(name, collisions) };
          if (yield* store.addProject({ ...project, accountId })) return project;
        }
      });

      const create = Effect.fn("Projects.create")(function* (
        accountId: AccountId,
        name: string,
        idempotencyKey?: string,
      ) {
        const scope = { operation: "projects.create", within: accountId } as const;
        const { value, replayed } = yield* runOnce(keyedRequest(scope, idempotencyKey), {
          replay: (id) => get(accountId, id),
          prepare: account(accountId),
          make: () => audit.recording(add(accountId, name), auditEntry("project.created")),
        });
        return { ...value, created: !replayed };
      });

      const update = Effect.fn("Projects.update")(function* (
        accountId: AccountId,
        id: ProjectId,
        change: ProjectChange,
      ) {
        const at = yield* DateTime.now;
        const isOnlyRenamed = Object.keys(change).join() === "name";
        return yield* audit.recording(
          Effect.flatMap(store.update(accountId, id, { ...change, at }), requireProject),
          isOnlyRenamed
            ? auditEntry("project.renamed")
            : (project) => ({
                ...auditEntry("project.updated")(project),
                details: changeDetails(change),
              }),
        );
      });

      const logo = Effect.fn("Projects.logo")(function* (id: string) {
        const found = isUuid(id) ? yield* store.findLogo(id) : Option.none();
        return yield* Effect.fromOption(found, () => NotFound.of("logo"));
      });

      const remove = Effect.fn("Projects.remove")(function* (accountId: AccountId, id: ProjectId) {
        const removal = Effect.filterOrFail(
          store.remove(accountId, id, yield* DateTime.now),
          (isRemoved) => isRemoved,
          () => NotFound.of("project"),
        );
        yield* audit.recording(removal, () => auditEntry("project.deleted")({ id }));
        return { id, deleted: true as const };
      });

      return Projects.of({
        openAccount,
        account,
        listAccounts: store.listAccounts,
        create,
        list: store.listOwned,
        get,
        getBySlug,
        update,
        logo,
        remove,
      });
    }),
  );
}

function auditEntry(action: Extract<AuditAction, `project.${string}`>) {
  return ({ id: projectId }: { readonly id: ProjectId }): NewAuditEntry => ({
    action,
    projectId,
    target: { kind: "project", id: projectId },
  });
}

/** The details of a change for the audit log, without the name, and with the type of a logo. */
function changeDetails(change: ProjectChange): AuditNotes {
  const { name: _, branding, ...settings } = change;
  if (branding === undefined) return settings;
  if (branding === null) return { ...settings, branding };
  const { logo, ...fields } = branding;
  const changes = { ...fields, ...(logo === undefined ? {} : { logo: logo?.type ?? null }) };
  const named = Object.entries(changes).map(([key, value]) => [`branding.${key}`, value]);
  return { ...settings, ...Object.fromEntries(named) };
}
