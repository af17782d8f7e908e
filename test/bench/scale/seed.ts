import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** The owner of the renders. */
export interface Owner {
  readonly projectId: string;
  /** Slugs of templates: of most renders, of many, and of every thousandth. */
  readonly templates: readonly [common: string, usual: string, rare: string];
  readonly webhookId: string;
}

/** Renders are spread evenly over this many days before now. */
const DAYS = 25;

/**
 * Inserts renders as if they were weeks old, with all their rows: an event and a delivery for each, completed
 * jobs, idempotency keys, engagement for every second, a share and a form for every tenth, emails and
 * signature requests. Rare values are rare among the newest, and fill a page among the oldest. There are no
 * files: the measured requests open none.
 */
export const seed = Effect.fnUntraced(function* (owner: Owner, renders: number) {
  const sql = yield* SqlClient.SqlClient;
  const { projectId, webhookId } = owner;
  const [common, usual, rare] = owner.templates;
  yield* sql`
    CREATE FUNCTION id_at(at timestamptz, kind text, n bigint) RETURNS uuid IMMUTABLE LANGUAGE sql
    AS $$
      SELECT (
        lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0')
        || '7' || lpad(to_hex(n % 4096), 3, '0') || '8' || substr(md5(kind || n), 1, 15)
      )::uuid
    $$`;
  yield* sql`
    CREATE TABLE seeded AS
    SELECT
      n, at, id_at(at, 'render', n) AS id, template_id, template_version_id,
      CASE WHEN n % 500 = 0 OR n <= 150 THEN 'failed' ELSE 'succeeded' END AS status
    FROM generate_series(1, ${renders}::bigint) AS n
    CROSS JOIN LATERAL (
      SELECT now() - interval '1 minute' - (${renders}::bigint - n) * (${DAYS} * interval '1 day' / ${renders}::bigint) AS at
    ) AS time
    JOIN (
      SELECT id AS template_id, current_version_id AS template_version_id, slug
      FROM templates
      WHERE project_id = ${projectId}
    ) AS drawn
      ON slug = CASE WHEN n % 1000 = 0 OR n BETWEEN 150 AND 300 THEN ${rare} WHEN n % 5 = 0 THEN ${usual} ELSE ${common} END`;
  yield* sql`
    INSERT INTO renders (
      id, project_id, template_id, template_version_id, status, source, download_token, data,
      error_code, error_message, page_count, byte_size, sha256, created_at, started_at, completed_at,
      accepted_at
    )
    SELECT
      id, ${projectId}, template_id, template_version_id, status,
      CASE WHEN n % 10 = 0 THEN 'form' ELSE 'api' END,
      substr(md5('a' || n) || md5('b' || n), 1, 43),
      json_build_object('name', 'Customer ' || n, 'number', n),
      CASE WHEN status = 'failed' THEN 'glyph_missing' END,
      CASE WHEN status = 'failed' THEN 'No font has it' END,
      CASE WHEN status = 'succeeded' THEN 1 END,
      CASE WHEN status = 'succeeded' THEN 20000 END,
      CASE WHEN status = 'succeeded' THEN md5('x' || n) || md5('y' || n) END,
      at, at, at, at
    FROM seeded`;
  yield* sql`
    INSERT INTO events (id, project_id, type, body, created_at, written_at, written_by)
    SELECT
      id_at(at, 'event', n), ${projectId}, 'render.' || status,
      json_build_object(
        'id', id_at(at, 'event', n), 'type', 'render.' || status,
        'timestamp', to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'projectId', ${projectId}::text, 'data', json_build_object('id', id, 'status', status)
      )::text,
      at, at, (3 + n * (pg_current_xact_id()::text::bigint - 4) / ${renders}::bigint)::text::xid8
    FROM seeded
    ORDER BY n`;
  yield* sql`
    INSERT INTO webhook_deliveries (
      id, webhook_id, event_id, status, attempts, response_status, duration_ms, created_at,
      last_attempt_at, written_at
    )
    SELECT
      id_at(at, 'delivery', n), ${webhookId}, id_at(at, 'event', n), 'succeeded', 1, 200, 12, at, at, at
    FROM seeded`;
  yield* sql`
    INSERT INTO idempotency_keys (operation, within_id, key, resource_id, created_at)
    SELECT 'renders.submit', template_id, 'key-' || n, id, at
    FROM seeded`;
  yield* sql`
    INSERT INTO shares (id, render_id, channel, token, created_at)
    SELECT
      id_at(at, 'share', n), id, 'link',
      'shr_' || substr(md5('s' || n) || md5('t' || n), 1, 43), at
    FROM seeded
    WHERE n % 10 = 0`;
  yield* sql`
    INSERT INTO engagement_events (
      id, render_id, share_id, event_type, actor_kind, source_ip, user_agent, created_at
    )
    SELECT
      id_at(at, 'engagement', n), id, CASE WHEN n % 10 = 0 THEN id_at(at, 'share', n) END, 'viewed',
      'recipient', '192.0.2.1', 'Mozilla/5.0', at
    FROM seeded
    WHERE n % 2 = 0`;
  yield* sql`
    INSERT INTO engagement_windows (key, opened_at)
    SELECT md5('w' || n), at
    FROM seeded
    WHERE n % 2 = 0`;
  yield* sql`
    INSERT INTO mails (
      id, cause, project_id, render_id, recipient_email, letter, message_id, pixel_url, created_at,
      status, sent_at
    )
    SELECT
      id_at(at, 'mail', n), 'seeded:' || n, ${projectId}, id, 'ada@example.com', '{}',
      'message-' || n, 'http://127.0.0.1/t', at, 'sent', at
    FROM seeded
    WHERE n % 20 = 0`;
  yield* sql`
    INSERT INTO signature_requests (
      id, project_id, render_id, name, provider, provider_id, status, recipients,
      expiration_hours, expires_at, created_at, written_at
    )
    SELECT
      id_at(at, 'signature', n), ${projectId}, id, 'Contract ' || n, 'builtin',
      id_at(at, 'envelope', n)::text, 'cancelled', '[]', 24, at + interval '1 day', at, at
    FROM seeded
    WHERE n % 50 = 0`;
  yield* sql`
    INSERT INTO embed_submissions (
      render_id, project_id, session_id, tenant_external_id, tenant, actor
    )
    SELECT
      id, ${projectId}, id, 'tenant-' || n % 100, json_build_object('externalId', 'tenant-' || n % 100),
      '{"externalId":"actor"}'
    FROM seeded
    WHERE n % 10 = 0`;
  yield* sql`DROP TABLE seeded`;
  yield* sql`DROP FUNCTION id_at`;
  // Otherwise the database would vacuum and write back during the first measurements.
  yield* sql`VACUUM ANALYZE`.unprepared;
  yield* sql`CHECKPOINT`.unprepared;
});
