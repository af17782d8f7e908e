import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** Webhooks, and every delivery of an event to one: queue and log in one table. */
export const webhooks = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  // Removed ones stay, without their secrets, for the deliveries that name them.
  yield* sql`
    CREATE TABLE webhooks (
      id uuid PRIMARY KEY,
      project_id uuid NOT NULL REFERENCES projects,
      url text NOT NULL,
      events text[] NOT NULL CHECK (cardinality(events) >= 1),
      description text,
      enabled boolean NOT NULL,
      failing_since timestamptz,
      secret text,
      former_secrets json NOT NULL,
      created_at timestamptz NOT NULL,
      deleted_at timestamptz,
      CHECK ((secret IS NULL) = (deleted_at IS NOT NULL)),
      CHECK (deleted_at IS NULL OR NOT enabled)
    )`;
  yield* sql`
    CREATE INDEX webhooks_of_project
    ON webhooks (project_id, id DESC)
    WHERE deleted_at IS NULL`;
  // While an attempt runs, a delivery is due when its lease ends.
  yield* sql`
    CREATE TABLE webhook_deliveries (
      id uuid PRIMARY KEY,
      webhook_id uuid NOT NULL REFERENCES webhooks,
      event_id uuid NOT NULL REFERENCES events ON DELETE CASCADE,
      status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'succeeded', 'failed')),
      attempts integer NOT NULL DEFAULT 0,
      failures integer NOT NULL DEFAULT 0,
      due_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      claim uuid,
      response_status integer,
      response_body text CHECK (length(response_body) <= 1024),
      error text,
      duration_ms integer,
      created_at timestamptz NOT NULL,
      last_attempt_at timestamptz
    )`;
  yield* sql`
    CREATE INDEX webhook_deliveries_due
    ON webhook_deliveries (webhook_id, due_at, id)
    WHERE status = 'pending'`;
  yield* sql`CREATE INDEX webhook_deliveries_log ON webhook_deliveries (webhook_id, id DESC)`;
  yield* sql`CREATE INDEX webhook_deliveries_of_event ON webhook_deliveries (event_id)`;
});
