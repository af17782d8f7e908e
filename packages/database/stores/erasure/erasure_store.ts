import { ErasureStore } from "@paraph/core/erasure";
import { ProjectId, RenderId, SignatureRequestId } from "@paraph/core/values";
import { Effect, Layer, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { namingOf } from "../sql/naming.ts";
import { readRows } from "../sql/rows.ts";
import { recipientErasure } from "./recipient_erasure.ts";
import { renderErasure } from "./render_erasure.ts";

const idRows = readRows(Schema.Struct({ id: RenderId }));
const projectRows = readRows(Schema.Struct({ id: ProjectId }));
const openRows = readRows(Schema.Struct({ renderId: RenderId }));
const namingRows = readRows(
  Schema.Struct({ id: SignatureRequestId, renderId: RenderId, isOpen: Schema.Boolean }),
);

/** Erasure in PostgreSQL. */
export const erasureStoreSql: Layer.Layer<ErasureStore, never, SqlClient.SqlClient> = Layer.effect(
  ErasureStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient;
    const { eraseRenders, noteFiles, eraseEvents } = yield* renderErasure;
    const ofRecipients = recipientErasure(sql, { noteFiles, eraseEvents });
    const ids = (rows: ReadonlyArray<{ readonly id: RenderId }>) => rows.map(({ id }) => id);

    return ErasureStore.of({
      lock: Effect.fnUntraced(function* (renderIds) {
        const renders = sql`ANY(${[...renderIds]}::uuid[])`;
        // Other transactions that change these rows lock the render afterwards. The same order prevents
        // deadlocks.
        for (const table of ["signature_requests", "signing_envelopes", "mails", "shares"]) {
          yield* Effect.orDie(sql`
            SELECT 1 FROM ${sql(table)} WHERE render_id = ${renders} ORDER BY id FOR UPDATE
          `);
        }
        const rows = yield* idRows(sql`
          SELECT id FROM renders WHERE id = ${renders} ORDER BY id FOR UPDATE
        `);
        // From here on nothing new can refer to them.
        const open = yield* openRows(sql`
          SELECT render_id
          FROM signature_requests
          WHERE render_id = ${renders}
            AND status IN ('unsent', 'sent', 'viewed')
        `);
        return { ids: ids(rows), open: new Set(open.map(({ renderId }) => renderId)) };
      }),

      own: (project, renderIds) =>
        idRows(sql`
          SELECT id
          FROM renders
          WHERE project_id = ${project}
            AND id = ANY(${[...renderIds]}::uuid[])
        `).pipe(Effect.map(ids)),

      projectsOf: (account) =>
        projectRows(sql`SELECT id FROM projects WHERE account_id = ${account} ORDER BY id`).pipe(
          Effect.map((rows) => rows.map(({ id }) => id)),
        ),

      eraseRenders,

      rendersWithEmail: (project, email, after, limit) => {
        const naming = namingOf(sql, email);
        const hasRecipientIn = (table: string) =>
          sql`id IN (
            SELECT render_id FROM ${sql(table)} WHERE lower(recipient_email) = lower(${email})
          )`;
        return idRows(sql`
          SELECT id
          FROM renders
          WHERE ${sql.and([
            sql`project_id = ${project}`,
            ...(after === undefined ? [] : [sql`id > ${after}`]),
            sql.or([
              naming.inJson(sql`data`),
              naming.inText(sql`filename`),
              hasRecipientIn("shares"),
              hasRecipientIn("mails"),
            ]),
          ])}
          ORDER BY id
          LIMIT ${limit}
        `).pipe(Effect.map(ids));
      },

      signaturesWithEmail: (project, email) =>
        namingRows(sql`
          SELECT id, render_id, status IN ('unsent', 'sent', 'viewed') AS is_open
          FROM signature_requests
          WHERE project_id = ${project}
            AND EXISTS (
              SELECT 1
              FROM json_array_elements(recipients) AS recipient
              WHERE lower(recipient ->> 'email') = lower(${email})
            )
          ORDER BY id
        `),

      ...ofRecipients,
    });
  }),
);
