import { Schema } from "effect";

import {
  type AccountId,
  describeEncoded,
  KeyId,
  ProjectId,
  Timestamp,
  visibleName,
} from "../values/mod.ts";

/** The environment of a deployment. Project keys of the other environment are rejected. */
export const ServiceEnv = Schema.Literals(["live", "test"]);
export type ServiceEnv = typeof ServiceEnv.Type;

/** The scope of a key: one project, or all projects of an account. */
export type KeyOwner =
  | { readonly kind: "project"; readonly projectId: ProjectId }
  | { readonly kind: "account"; readonly accountId: AccountId };

export type KeyKind = KeyOwner["kind"];

/** The fields that identify a key. */
const keyFields = {
  id: KeyId.annotateKey({ description: "The ID of the key, not its secret." }),
  name: Schema.String.annotateKey({ description: "The name, for people." }),
  prefix: Schema.String.annotateKey({
    description: "The first characters of the key, by which people recognise it.",
  }),
};

const createdAt = Timestamp.pipe(describeEncoded("When the key was created."));

/** A key in lists, with its display prefix and without its secret. */
export const KeyInfo = Schema.Struct({
  ...keyFields,
  createdAt,
  lastUsedAt: Schema.NullOr(Timestamp).annotateKey({
    description: "When the key was last used, to the minute. `null` before its first use.",
  }),
  revokedAt: Schema.NullOr(Timestamp).annotateKey({
    description: "When the key was revoked. `null` while it is valid.",
  }),
}).annotate({ identifier: "Key", description: "A key without its secret." });
export type KeyInfo = typeof KeyInfo.Type;

/** A new key. Its secret is shown only once. */
export const CreatedKey = Schema.Struct({ ...keyFields, key: Schema.String, createdAt });
export type CreatedKey = typeof CreatedKey.Type;

/** A key of a project: with its secret when it is created, without it in an idempotent replay. */
export const CreatedProjectKey = Schema.Struct({
  ...keyFields,
  key: Schema.NullOr(Schema.String).annotateKey({
    description: "The secret, shown only once. `null` in an idempotent replay.",
  }),
  createdAt,
  projectId: ProjectId.annotateKey({ description: "The project that the key gives access to." }),
}).annotate({ identifier: "MintedKey", description: "A new project key with its secret." });
export type CreatedProjectKey = typeof CreatedProjectKey.Type;

/** The name of a key: 1 to 200 characters. */
export const KeyName = visibleName(200);

export const DEFAULT_KEY_NAME = "API key";

/** A key to create. */
export const CreateKey = Schema.Struct({
  name: Schema.optionalKey(KeyName).annotateKey({
    description: "The name, for people: 1 to 200 characters. Default `API key`.",
  }),
}).annotate({ identifier: "MintKey", description: "A project key to create." });
export type CreateKey = typeof CreateKey.Type;

/** The response to a revocation. */
export const RevokedKey = Schema.Struct({
  id: keyFields.id,
  revokedAt: Timestamp.pipe(describeEncoded("When the key was revoked.")),
}).annotate({ identifier: "RevokedKey", description: "A revoked key." });
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
