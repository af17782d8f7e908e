import { Schema } from "effect";

import { type AccountId, KeyId, ProjectId, Timestamp, visibleName } from "../values/mod.ts";

/** The environment of a deployment. Project keys of the other environment are rejected. */
export const ServiceEnv = Schema.Literals(["live", "test"]);
export type ServiceEnv = typeof ServiceEnv.Type;

/** The scope of a key: one project, or all projects of an account. */
export type KeyOwner =
  | { readonly kind: "project"; readonly projectId: ProjectId }
  | { readonly kind: "account"; readonly accountId: AccountId };

export type KeyKind = KeyOwner["kind"];

/** A key in lists, with its display prefix and without its secret. */
export const KeyInfo = Schema.Struct({
  id: KeyId,
  name: Schema.String,
  prefix: Schema.String,
  createdAt: Timestamp,
  lastUsedAt: Schema.NullOr(Timestamp),
  revokedAt: Schema.NullOr(Timestamp),
}).annotate({ identifier: "Key" });
export type KeyInfo = typeof KeyInfo.Type;

/** A new key. Its secret is shown only once. */
export const CreatedKey = Schema.Struct({
  id: KeyId,
  name: Schema.String,
  prefix: Schema.String,
  key: Schema.String,
  createdAt: Timestamp,
});
export type CreatedKey = typeof CreatedKey.Type;

/** A key of a project: with its secret when it is created, without it in an idempotent replay. */
export const CreatedProjectKey = Schema.Struct({
  ...CreatedKey.fields,
  key: Schema.NullOr(Schema.String),
  projectId: ProjectId,
}).annotate({ identifier: "MintedKey" });
export type CreatedProjectKey = typeof CreatedProjectKey.Type;

/** The name of a key: 1 to 200 characters. */
export const KeyName = visibleName(200);

export const DEFAULT_KEY_NAME = "API key";

/** A key to create. */
export const CreateKey = Schema.Struct({ name: Schema.optionalKey(KeyName) }).annotate({
  identifier: "MintKey",
});
export type CreateKey = typeof CreateKey.Type;

/** The response to a revocation. */
export const RevokedKey = Schema.Struct({ id: KeyId, revokedAt: Timestamp }).annotate({
  identifier: "RevokedKey",
});
export type RevokedKey = typeof RevokedKey.Type;

const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** The number of characters of a secret in the display prefix. */
const DISPLAY_CHARACTERS = 5;

/** The prefix of keys of a kind in an environment. */
export function keyPrefix(kind: KeyKind, env: ServiceEnv): string {
  return kind === "account" ? "svc_acct_" : `svc_${env}_`;
}

/**
 * Whether a text has the form of a key of this kind and deployment.
 *
 * @example A live key is not one of a test deployment
 * ```ts
 * import { isKeyText } from "@paraph/core/keys";
 * import assert from "node:assert/strict";
 *
 * assert.equal(isKeyText(`svc_test_${"a".repeat(43)}`, "project", "test"), true);
 * assert.equal(isKeyText(`svc_live_${"a".repeat(43)}`, "project", "test"), false);
 * ```
 */
export function isKeyText(text: string, kind: KeyKind, env: ServiceEnv): boolean {
  const prefix = keyPrefix(kind, env);
  return text.startsWith(prefix) && SECRET.test(text.slice(prefix.length));
}

/** The display prefix of a key: its prefix and the first five characters of its secret. */
export function displayPrefix(key: string, kind: KeyKind, env: ServiceEnv): string {
  return key.slice(0, keyPrefix(kind, env).length + DISPLAY_CHARACTERS);
}
