import { AuditEntry, AuditLog, CurrentActor, type NewAuditEntry } from "@paraph/core/audit";
import {
  newRow,
  pageOf,
  pageRequest,
  ReadReplica,
  Transaction,
  withRandom,
} from "@paraph/core/values";
import { Effect, Layer, Schema } from "effect";
import type { SecureRandom } from "effect/crypto";
import { SqlClient } from "effect/sql";

import { UncheckedJson, readRows, RowTime } from "../sql/rows.ts";

const entryRows = readRows(
  Schema.Struct({
    ...AuditEntry.fields,
    at: RowTime,
    details: UncheckedJson<AuditEntry["details"]>(),
  }),
);

/** The audit log in PostgreSQL, whose triggers reject changes. */
export const auditLogSql: Layer.Layer<
  AuditLog,
  never,
  SqlClient.SqlClient | SecureRandom.SecureRandom | Transaction
> = Layer.effect(
  AuditLog,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient;
    const transaction = yield* Transaction;
    const replica = yield* ReadReplica;
    const row = yield* withRandom(newRow);

    const record = Effect.fn("AuditLog.record")(function* (entry: NewAuditEntry) {
      const { action, accountId = null, projectId = null, target, details = {} } = entry;
      const { kind: actorKind, id: actorId, requestId, sourceIp } = yield* CurrentActor;
      const { id } = yield* row;
      const owner = sql`
        COALESCE(${accountId}::uuid, (SELECT account_id FROM projects WHERE id = ${projectId}::uuid))`;
      yield* sql`
        INSERT INTO audit_log (
          id, account_id, project_id, actor_kind, actor_id, action, target_kind, target_id,
          request_id, source_ip, details
        )
        VALUES (
          ${id}, ${owner}, ${projectId}, ${actorKind}, ${actorId}, ${action}, ${target.kind},
          ${target.id}, ${requestId}, ${sourceIp}, ${JSON.stringify(details)}
        )`;
    }, Effect.orDie);

    return AuditLog.of({
      record,

      recording: (effect, entryOf) =>
        transaction.run(
          Effect.tap(effect, (result) => {
            const entry = entryOf(result);
            return entry === undefined ? Effect.void : record(entry);
          }),
        ),

      list: Effect.fn("AuditLog.list")(function* (account, { project, action, ...query }) {
        const { limit, before } = pageRequest(query);
        const read = entryRows(sql`
          SELECT
            id, at, account_id, project_id, actor_kind, actor_id, action, target_kind, target_id,
            request_id, source_ip, details
          FROM audit_log
          WHERE ${sql.and([
            ...(account === "all" ? [] : [sql`account_id = ${account}`]),
            ...(project === undefined ? [] : [sql`project_id = ${project}`]),
            ...(action === undefined ? [] : [sql`action = ${action}`]),
            before === undefined ? sql`TRUE` : sql`id < ${before}`,
          ])}
          ORDER BY id DESC
          LIMIT ${limit + 1}
        `);
        const { rows: entries, ...rest } = pageOf(yield* replica.read(read), limit);
        return { entries, ...rest };
      }),
    });
  }),
);
