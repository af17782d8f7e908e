import { createHash } from "node:crypto";
import * as fs from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import * as path from "node:path";

import { assert } from "@effect/vitest";
import { Effect, Schedule } from "effect";
import { SqlClient } from "effect/sql";

import type { ClientResults } from "./clients.ts";

/** The statuses that a valid request may get (contract §2). */
export const ALLOWED_RESPONSE = /^(200|201|202|204|503 (not_ready|queue_unavailable)|-)$/;

/** The template that the clients render. */
export const LETTER = {
  name: "Letter",
  manifest: {
    variables: [{ key: "name", label: "Name", dataType: "text", required: true }],
    loops: [],
  },
};

interface Row {
  readonly id: string;
  readonly status: string;
  readonly sha256: string | null;
}

/**
 * Asserts that all accepted work was done once, with its file and one event. Returns the ids of the events.
 */
export const assertComplete = Effect.fnUntraced(function* (
  { dataDir }: { readonly dataDir: string },
  { renders, shares, printedShares }: ClientResults,
) {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`
    SELECT 1 FROM renders WHERE status = 'queued'
    UNION ALL
    SELECT 1 FROM webhook_deliveries WHERE status = 'pending'`.pipe(
    Effect.repeat({ until: (left) => left.length === 0, schedule: Schedule.spaced("1 second") }),
    Effect.timeout("5 minutes"),
  );
  const rows = yield* sql<Row>`SELECT id, status, sha256 FROM renders`;
  assert.sameMembers(
    rows.map(({ id }) => id),
    renders,
  );
  const folder = path.join(dataDir, "files", "renders");
  assert.sameMembers(
    fs.readdirSync(folder),
    renders.map((id) => `${id}.pdf`),
  );
  for (const { id, status, sha256 } of rows) {
    assert.strictEqual(status, "succeeded", id);
    const bytes = fs.readFileSync(path.join(folder, `${id}.pdf`));
    assert.strictEqual(createHash("sha256").update(bytes).digest("hex"), sha256);
  }
  const shareRows = yield* sql<{ readonly id: string }>`SELECT id FROM shares`;
  assert.sameMembers(
    shareRows.map(({ id }) => id),
    [...shares.keys()],
  );
  const prints = yield* sql<{ readonly shareId: string }>`
    SELECT share_id FROM engagement_events WHERE event_type = 'printed'`;
  assert.sameMembers(
    prints.map(({ shareId }) => shareId),
    [...printedShares],
  );

  const events = yield* sql<{ readonly id: string; readonly type: string; readonly body: string }>`
    SELECT id, type, body FROM events`;
  const about = (type: string, field: string) =>
    events
      .filter((event) => event.type === type)
      .map(({ body }) => String(JSON.parse(body).data[field]));
  assert.sameMembers(about("render.queued", "id"), renders);
  assert.sameMembers(about("render.succeeded", "id"), renders);
  assert.sameMembers(about("document.share_created", "shareId"), [...shares.keys()]);
  assert.sameMembers(about("document.printed", "shareId"), [...printedShares]);
  return events.map(({ id }) => id);
});

/** Asserts that exactly these events were delivered. */
export function assertDelivered(
  deliveries: ReadonlyArray<{ readonly headers: IncomingHttpHeaders }>,
  events: ReadonlyArray<string>,
) {
  const ids = new Set(deliveries.map(({ headers }) => String(headers["webhook-id"])));
  assert.sameMembers([...ids], [...events]);
}
