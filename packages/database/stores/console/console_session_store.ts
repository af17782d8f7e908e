import {
  type ConsoleSession,
  ConsoleSessionStore,
  Role,
  type SessionOwner,
} from "@paraph/core/console";
import { AccountId, KeyId, MemberId, ProjectId } from "@paraph/core/values";
import { Array, DateTime, Effect, Layer, Option, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { ownerOf } from "../accounts/key_owner.ts";
import { readRows, RowTime } from "../sql/rows.ts";

const ownerFields = {
  keyId: Schema.NullOr(KeyId),
  /** The account of the key or the member. */
  accountId: Schema.NullOr(AccountId),
  projectId: Schema.NullOr(ProjectId),
  memberId: Schema.NullOr(MemberId),
};
const linkRows = readRows(Schema.Struct(ownerFields));
const sessionRows = readRows(
  Schema.Struct({
    ...ownerFields,
    id: Schema.String,
    prefix: Schema.NullOr(Schema.String),
    email: Schema.NullOr(Schema.String),
    name: Schema.NullOr(Schema.String),
    role: Schema.NullOr(Role),
    lastUsedAt: RowTime,
    expiresAt: RowTime,
  }),
);
const countRows = readRows(Schema.Struct({ count: Schema.Int }));

/** Sessions of the console in PostgreSQL. */
export const consoleSessionStoreSql: Layer.Layer<ConsoleSessionStore, never, SqlClient.SqlClient> =
  Layer.effect(
    ConsoleSessionStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;

      const write = (statement: Effect.Effect<unknown, unknown>) =>
        statement.pipe(Effect.orDie, Effect.asVoid);

      /** The key or the member of a token, in a statement that continues with its conditions. */
      const joinOwner = (table: string) => sql`
        LEFT JOIN keys ON keys.id = ${sql(table)}.key_id
        LEFT JOIN projects ON projects.id = keys.project_id
        LEFT JOIN members ON members.id = ${sql(table)}.member_id
        WHERE keys.revoked_at IS NULL
          AND projects.deleted_at IS NULL`;
      const ownerColumns = sql`
        keys.id AS key_id, members.id AS member_id, keys.project_id,
        COALESCE(members.account_id, keys.account_id) AS account_id`;

      return ConsoleSessionStore.of({
        addLink: ({ hash, owner, createdAt, expiresAt }) =>
          write(sql`
            WITH expired AS (
              DELETE FROM console_links WHERE expires_at <= ${DateTime.toDateUtc(createdAt)}
            )
            INSERT INTO console_links ${sql.insert({
              hash,
              ...owner,
              createdAt: DateTime.toDateUtc(createdAt),
              expiresAt: DateTime.toDateUtc(expiresAt),
            })}
          `),

        takeLink: (hash, now) =>
          linkRows(sql`
            WITH taken AS (
              DELETE FROM console_links
              WHERE hash = ${hash}
              RETURNING key_id, member_id, expires_at
            ), others AS (
              DELETE FROM console_links
              USING taken
              WHERE console_links.member_id = taken.member_id
                AND console_links.hash <> ${hash}
            )
            SELECT ${ownerColumns}
            FROM taken
            ${joinOwner("taken")}
              AND taken.expires_at > ${DateTime.toDateUtc(now)}
          `).pipe(Effect.map((rows) => Option.map(Array.head(rows), ownerOfRow))),

        add: Effect.fnUntraced(function* ({ id, hash, owner, createdAt, expiresAt }) {
          const now = DateTime.toDateUtc(createdAt);
          // Before the session, so that a concurrent removal of the member waits or fails this sign-in.
          if ("memberId" in owner) {
            yield* write(sql`
              UPDATE members SET last_signed_in_at = ${now} WHERE id = ${owner.memberId}
            `);
          }
          yield* write(sql`
            WITH expired AS (
              DELETE FROM console_sessions WHERE expires_at <= ${now}
            )
            INSERT INTO console_sessions ${sql.insert({
              id,
              hash,
              ...owner,
              createdAt: now,
              lastUsedAt: now,
              expiresAt: DateTime.toDateUtc(expiresAt),
            })}
          `);
        }),

        find: (hash) =>
          sessionRows(sql`
            SELECT
              console_sessions.id, console_sessions.last_used_at, console_sessions.expires_at,
              keys.prefix, members.email, members.name, members.role, ${ownerColumns}
            FROM console_sessions
            ${joinOwner("console_sessions")}
              AND console_sessions.hash = ${hash}
          `).pipe(Effect.map((rows) => Option.map(Array.head(rows), sessionOfRow))),

        touch: (id, at) =>
          write(sql`
            UPDATE console_sessions
            SET last_used_at = ${DateTime.toDateUtc(at)}
            WHERE id = ${id}
          `),

        remove: (id) => write(sql`DELETE FROM console_sessions WHERE id = ${id}`),

        removeLinksOf: (member) =>
          write(sql`DELETE FROM console_links WHERE member_id = ${member}`),

        removeSessionsOf: (member) =>
          write(sql`DELETE FROM console_sessions WHERE member_id = ${member}`),

        countLinksOf: (member, now) =>
          countRows(sql`
            SELECT count(*)::int AS count
            FROM console_links
            WHERE member_id = ${member}
              AND expires_at > ${DateTime.toDateUtc(now)}
          `).pipe(Effect.map(([row]) => row?.count ?? 0)),
      });
    }),
  );

type OwnerRow = Schema.Struct.Type<typeof ownerFields>;

/** The owner of a token. A constraint of the tables allows exactly one. */
function ownerOfRow({ keyId, memberId, accountId, projectId }: OwnerRow): SessionOwner {
  if (memberId !== null && accountId !== null) {
    return { kind: "member", member: { id: memberId, accountId } };
  }
  if (keyId === null) throw new Error("A token belongs to neither a key nor a member");
  return { kind: "key", key: { id: keyId, owner: ownerOf(accountId, projectId) } };
}

function sessionOfRow(row: Effect.Success<ReturnType<typeof sessionRows>>[number]): ConsoleSession {
  const { id, lastUsedAt, expiresAt, prefix, email, name, role } = row;
  const owner = ownerOfRow(row);
  const times = { id, lastUsedAt, expiresAt };
  if (owner.kind === "key") return { ...times, owner: { ...owner, keyPrefix: prefix ?? "" } };
  if (email === null || role === null) throw new Error("The member of a session has no role");
  return { ...times, owner: { kind: "member", member: { ...owner.member, email, name, role } } };
}
