import { createHash, randomBytes } from "node:crypto";

import { ownership } from "@paraph/app";
import type { Settings } from "@paraph/app/settings";
import { actingAs, AuditLog, type AuditQuery } from "@paraph/core/audit";
import { Erasures, type EraseRecipient } from "@paraph/core/erasure";
import { displayPrefix, keyPrefix, Keys } from "@paraph/core/keys";
import { Projects } from "@paraph/core/projects";
import type { AccountId } from "@paraph/core/values";
import { withTemporaryProject } from "@paraph/database";
import { Effect, Layer } from "effect";
import type { SqlClient } from "effect/sql";

import { logging } from "./logging.ts";

/** Runs an effect on accounts and keys. A server may use the same database at the same time. */
function onAccounts<A, E>(
  settings: Settings,
  effect: Effect.Effect<A, E, Projects | Keys | AuditLog | SqlClient.SqlClient>,
) {
  const services = Layer.provideMerge(ownership(settings), logging(settings, "stderr"));
  return effect.pipe(actingAs({ kind: "command" }), Effect.provide(services));
}

/** Creates an account with a first key. */
export function createAccount(settings: Settings, name: string) {
  const program = Effect.gen(function* () {
    const { id: accountId } = yield* (yield* Projects).openAccount(name);
    const { key: accountKey } = yield* (yield* Keys).create({ kind: "account", accountId });
    return { accountId, accountKey };
  });
  return onAccounts(settings, program);
}

/**
 * Creates an account and a project, each with a first key.
 *
 * @param check Checks that a server accepts a project key of this database. If it fails, nothing is created.
 */
export function openProject<A, E>(
  settings: Settings,
  name: string,
  check: (apiKey: string) => Effect.Effect<A, E>,
) {
  const program = Effect.gen(function* () {
    yield* withTemporaryKey(settings, check);
    const projects = yield* Projects;
    const keys = yield* Keys;
    const { id: accountId } = yield* projects.openAccount(name);
    const { id: projectId } = yield* projects.create(accountId, name);
    const { key: accountKey } = yield* keys.create({ kind: "account", accountId });
    const { key: apiKey } = yield* keys.create({ kind: "project", projectId });
    return { accountId, projectId, accountKey, apiKey };
  });
  return onAccounts(settings, program);
}

/** Runs an effect with a project key that exists only while it runs. */
function withTemporaryKey<A, E>(
  { serviceEnv }: Settings,
  use: (apiKey: string) => Effect.Effect<A, E>,
) {
  const key = keyPrefix("project", serviceEnv) + randomBytes(32).toString("base64url");
  const prefix = displayPrefix(key, "project", serviceEnv);
  const hash = createHash("sha256").update(key).digest();
  return withTemporaryProject({ prefix, hash })(use(key));
}

/** Returns all accounts of the deployment, newest first. */
export function listAccounts(settings: Settings) {
  return onAccounts(
    settings,
    Effect.flatMap(Projects, ({ listAccounts }) => listAccounts),
  );
}

/** Creates a key for an existing account. */
export function createAccountKey(settings: Settings, accountId: AccountId, name: string) {
  const program = Effect.gen(function* () {
    yield* (yield* Projects).account(accountId);
    return yield* (yield* Keys).create({ kind: "account", accountId }, name);
  });
  return onAccounts(settings, program);
}

/** Returns the keys of an account, newest first. */
export function listAccountKeys(settings: Settings, accountId: AccountId) {
  const program = Effect.gen(function* () {
    yield* (yield* Projects).account(accountId);
    return yield* (yield* Keys).list({ kind: "account", accountId });
  });
  return onAccounts(settings, program);
}

/** Revokes a key of an account, at once and on all nodes. */
export function revokeAccountKey(settings: Settings, accountId: AccountId, keyId: string) {
  const program = Effect.gen(function* () {
    return yield* (yield* Keys).revoke({ kind: "account", accountId }, keyId);
  });
  return onAccounts(settings, program);
}

/** Erases an email address in all projects of an account, deleted ones too. */
export function eraseEverywhere(settings: Settings, account: AccountId, recipient: EraseRecipient) {
  const erasing = Effect.flatMap(Erasures, (erasures) =>
    erasures.eraseRecipientOf(account, recipient),
  );
  const services = Layer.provideMerge(Erasures.layer, ownership(settings)).pipe(
    Layer.provideMerge(logging(settings, "stderr")),
  );
  return erasing.pipe(actingAs({ kind: "command" }), Effect.provide(services));
}

/** Returns the audit log of the deployment, newest first. */
export function listAudit(settings: Settings, query: AuditQuery) {
  return onAccounts(
    settings,
    Effect.flatMap(AuditLog, ({ list }) => list("all", query)),
  );
}
