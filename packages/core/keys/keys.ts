import { Context, DateTime, Effect, Layer, Option, Schema } from "effect";
import { Digest } from "effect/crypto";

import { AuditLog, type NewAuditEntry } from "../audit/mod.ts";
import { keyedRequest, idempotent } from "../idempotency/mod.ts";
import { newSecret, KeyId, newRow, NotFound, withRandom } from "../values/mod.ts";
import { Forbidden, Unauthorized } from "./errors.ts";
import {
  DEFAULT_KEY_NAME,
  isKeyText,
  type KeyInfo,
  type KeyKind,
  type KeyOwner,
  keyPrefix,
  type CreatedKey,
  type RevokedKey,
  type ServiceEnv,
  displayPrefix,
} from "./key.ts";
import { type AuthenticatedKey, KeyStore } from "./key_store.ts";
import { refusedKeyMessage } from "./refused_key.ts";

/** Minimum milliseconds between two updates of a key's last use, to spare a write with every request. */
const TOUCH_EVERY = 60_000;

const isKeyId = Schema.is(KeyId);

/** A created key: `key` is null in an idempotent replay. */
export interface ReplayableKey extends Omit<CreatedKey, "key"> {
  readonly key: string | null;
  /** False if an earlier request with the same idempotency key created it. */
  readonly created: boolean;
}

/**
 * Creates, revokes and authenticates keys. Only SHA-256 hashes are stored; a secret is shown once.
 *
 * Every request looks up its key, so that a revocation takes effect at once on every node. The lookup is
 * by the hash of the whole key, so its timing reveals nothing about other keys.
 */
export class Keys extends Context.Service<
  Keys,
  {
    readonly create: (owner: KeyOwner, name?: string) => Effect.Effect<CreatedKey>;
    /** Creates a key, once per idempotency key. Only its hash is stored, so a replay has no secret. */
    readonly createOnce: (
      owner: KeyOwner,
      name: string | undefined,
      idempotencyKey: string | undefined,
    ) => Effect.Effect<ReplayableKey, NotFound>;
    /** The key with a secret. Fails unless it is live and of this kind and environment. */
    readonly authenticate: (
      text: string,
      kind: KeyKind,
    ) => Effect.Effect<AuthenticatedKey, Unauthorized>;
    /** Like `authenticate` for project keys; fails with `Forbidden` if the project was deleted. */
    readonly authenticateProject: (
      text: string,
    ) => Effect.Effect<AuthenticatedKey, Unauthorized | Forbidden>;
    readonly list: (owner: KeyOwner) => Effect.Effect<ReadonlyArray<KeyInfo>>;
    /** Revokes a key immediately; fails if the owner has no such live key. */
    readonly revoke: (owner: KeyOwner, id: string) => Effect.Effect<RevokedKey, NotFound>;
  }
>()("@paraph/core/keys/Keys") {
  static readonly layer = (env: ServiceEnv) =>
    Layer.effect(
      Keys,
      Effect.gen(function* () {
        const store = yield* KeyStore;
        const audit = yield* AuditLog;
        const digest = yield* Digest.Digest;
        const row = yield* withRandom(newRow);
        const secret = yield* withRandom(newSecret);
        const runOnce = yield* idempotent;
        const hashOf = (key: string) => digest.digest(Digest.sha256, new TextEncoder().encode(key));

        const create = Effect.fn("Keys.create")(function* (
          owner: KeyOwner,
          name: string = DEFAULT_KEY_NAME,
        ) {
          const { id, createdAt } = yield* row;
          const key = keyPrefix(owner.kind, env) + (yield* secret);
          const info = { id: KeyId.make(id), name, prefix: displayPrefix(key, owner.kind, env) };
          const hash = yield* hashOf(key);
          const initialState = { createdAt, lastUsedAt: null, revokedAt: null };
          yield* audit.recording(store.add({ ...info, ...initialState, owner, hash }), () =>
            auditEntry("minted", owner, info.id),
          );
          return { ...info, key, createdAt };
        });

        const findForReplay = Effect.fnUntraced(function* (
          owner: KeyOwner,
          id: string,
        ): Effect.fn.Return<Omit<ReplayableKey, "created">, NotFound> {
          const storedKey = isKeyId(id) ? yield* store.find(owner, id) : Option.none();
          const info = yield* Effect.fromOption(storedKey, () => NotFound.of("key"));
          const { name, prefix, createdAt } = info;
          return { id: info.id, name, prefix, key: null, createdAt };
        });

        const createOnce = Effect.fn("Keys.createOnce")(function* (
          owner: KeyOwner,
          name: string | undefined,
          idempotencyKey: string | undefined,
        ) {
          const within = owner.kind === "project" ? owner.projectId : owner.accountId;
          const scope = { operation: "project_keys.create", within } as const;
          const { value, replayed } = yield* runOnce<
            Omit<ReplayableKey, "created">,
            void,
            NotFound,
            never,
            never
          >(keyedRequest(scope, idempotencyKey), {
            replay: (id) => findForReplay(owner, id),
            prepare: Effect.void,
            make: () => create(owner, name),
          });
          return { ...value, created: !replayed };
        });

        const findKey = Effect.fnUntraced(function* (text: string, kind: KeyKind) {
          if (!isKeyText(text, kind, env)) {
            return yield* new Unauthorized({ message: refusedKeyMessage(text, kind, env) });
          }
          const liveKey = yield* store.findLive(yield* hashOf(text));
          if (Option.isNone(liveKey) || liveKey.value.owner.kind !== kind) {
            return yield* new Unauthorized({ message: refusedKeyMessage(text, kind, env) });
          }
          const { id, owner, lastUsedAt, projectDeleted } = liveKey.value;
          if (projectDeleted) return yield* Forbidden.projectDeleted;
          const now = yield* DateTime.now;
          if (
            lastUsedAt === null ||
            DateTime.toEpochMillis(now) - DateTime.toEpochMillis(lastUsedAt) >= TOUCH_EVERY
          ) {
            yield* store.touch(id, now);
          }
          return { id, owner };
        });

        const authenticate = Effect.fn("Keys.authenticate")((text: string, kind: KeyKind) =>
          Effect.catchTag(findKey(text, kind), "forbidden", () => Unauthorized.badKey),
        );

        const authenticateProject = Effect.fn("Keys.authenticateProject")((text: string) =>
          findKey(text, "project"),
        );

        const revoke = Effect.fn("Keys.revoke")(function* (owner: KeyOwner, id: string) {
          const revokedAt = yield* DateTime.now;
          const attempt = isKeyId(id)
            ? store.revoke(owner, id, revokedAt)
            : Effect.succeed(Option.none<KeyId>());
          const revocation = Effect.flatMap(
            attempt,
            Effect.fromOption(() => NotFound.of("key")),
          );
          return {
            id: yield* audit.recording(revocation, (keyId) => auditEntry("revoked", owner, keyId)),
            revokedAt,
          };
        });

        return Keys.of({
          create,
          createOnce,
          authenticate,
          authenticateProject,
          list: store.list,
          revoke,
        });
      }),
    );
}

function auditEntry(
  what: "minted" | "revoked",
  { kind, ...owner }: KeyOwner,
  id: KeyId,
): NewAuditEntry {
  return { action: `${kind}_key.${what}`, ...owner, target: { kind: "key", id } };
}
