import { EmailStatus } from "@paraph/core/emails";
import { Member, MemberStore } from "@paraph/core/members";
import { AccountId, LANGUAGES, MemberId } from "@paraph/core/values";
import { Array, DateTime, Effect, Layer, Option, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { readRows, RowTime } from "../sql/rows.ts";

const { id, email, name, role, language } = Member.fields;

const memberRows = readRows(
  Schema.Struct({
    id,
    email,
    name,
    role,
    language,
    createdAt: RowTime,
    lastSignedInAt: Schema.NullOr(RowTime),
    emailStatus: Schema.NullOr(EmailStatus),
    linkExpiresAt: Schema.NullOr(RowTime),
  }),
);
const membershipRows = readRows(
  Schema.Struct({
    id,
    email,
    name,
    language: Schema.Literals(LANGUAGES),
    accountId: AccountId,
    accountName: Schema.String,
  }),
);
const nameRows = readRows(Schema.Struct({ name: Schema.String }));
const countRows = readRows(Schema.Struct({ count: Schema.Int }));
const ownerRows = readRows(Schema.Struct({ id: MemberId, isActive: Schema.Boolean }));

/** Members of accounts in PostgreSQL. */
export const memberStoreSql: Layer.Layer<MemberStore, never, SqlClient.SqlClient> = Layer.effect(
  MemberStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient;
    const write = (statement: Effect.Effect<unknown, unknown>) =>
      statement.pipe(Effect.orDie, Effect.asVoid);

    /** Members with their last invitation, in a statement that continues with its conditions. */
    const select = sql`
      SELECT
        members.id, members.email, members.name, role, language, members.created_at,
        last_signed_in_at, invitation.status AS email_status, link.expires_at AS link_expires_at
      FROM members
      LEFT JOIN LATERAL (
        SELECT status
        FROM mails
        WHERE mails.member_id = members.id
          AND cause LIKE 'member_invitation:%'
        ORDER BY mails.id DESC
        LIMIT 1
      ) AS invitation ON last_signed_in_at IS NULL
      LEFT JOIN LATERAL (
        SELECT max(expires_at) AS expires_at
        FROM console_links
        WHERE console_links.member_id = members.id
          AND expires_at > now()
      ) AS link ON last_signed_in_at IS NULL`;

    return MemberStore.of({
      lock: (account) =>
        nameRows(sql`
          SELECT name
          FROM accounts
          WHERE id = ${account}
          FOR NO KEY UPDATE
        `).pipe(Effect.map((rows) => Option.map(Array.head(rows), ({ name }) => name))),

      add: ({ id, accountId, email, name, role, language, createdAt }) =>
        sql`
          INSERT INTO members ${sql.insert({
            id,
            accountId,
            email,
            name: name ?? null,
            role,
            language,
            createdAt: DateTime.toDateUtc(createdAt),
          })}
          ON CONFLICT (account_id, email) DO NOTHING
          RETURNING id
        `.pipe(
          Effect.orDie,
          Effect.map((rows) => rows.length > 0),
        ),

      count: (account) =>
        countRows(sql`
          SELECT count(*)::int AS count
          FROM members
          WHERE account_id = ${account}
        `).pipe(Effect.map(([row]) => row?.count ?? 0)),

      list: (account) =>
        memberRows(sql`
          ${select}
          WHERE account_id = ${account}
          ORDER BY members.id
        `).pipe(Effect.map(Array.map(toMember))),

      find: (account, id) =>
        memberRows(sql`
          ${select}
          WHERE account_id = ${account}
            AND members.id = ${id}
        `).pipe(Effect.map((rows) => Option.map(Array.head(rows), toMember))),

      owners: (account) =>
        ownerRows(sql`
          SELECT id, last_signed_in_at IS NOT NULL AS is_active
          FROM members
          WHERE account_id = ${account}
            AND role = 'owner'
        `),

      update: (id, { role, name, language }) => {
        const columns = [
          ...(role === undefined ? [] : [sql`role = ${role}`]),
          ...(name === undefined ? [] : [sql`name = ${name}`]),
          ...(language === undefined ? [] : [sql`language = ${language}`]),
        ];
        return columns.length === 0
          ? Effect.void
          : write(sql`UPDATE members SET ${sql.csv(columns)} WHERE id = ${id}`);
      },

      remove: (id) => write(sql`DELETE FROM members WHERE id = ${id}`),

      removeEndedEmails: (id) =>
        write(sql`DELETE FROM mails WHERE member_id = ${id} AND status <> 'queued'`),

      cancelEmails: (id) =>
        write(sql`
          UPDATE mails
          SET status = 'cancelled', letter = jsonb_set(letter::jsonb, '{action,url}', '""')::json
          WHERE member_id = ${id}
            AND status = 'queued'
            AND handed_over_at IS NULL
        `),

      findByEmail: (email) =>
        membershipRows(sql`
          SELECT
            members.id, members.email, members.name, language, account_id,
            accounts.name AS account_name
          FROM members
          JOIN accounts ON accounts.id = account_id
          WHERE email = ${email}
          ORDER BY members.id
        `),
    });
  }),
);

function toMember({
  emailStatus,
  linkExpiresAt,
  ...member
}: Effect.Success<ReturnType<typeof memberRows>>[number]): Member {
  const invitation = emailStatus === null ? null : { emailStatus, expiresAt: linkExpiresAt };
  return { ...member, status: member.lastSignedInAt === null ? "invited" : "active", invitation };
}
