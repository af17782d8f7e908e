import { createHash, randomBytes, randomUUID } from "node:crypto";

import type { Pool, PoolClient } from "pg";

/** The responses of a peer. */
export interface PeerResponse {
  readonly status: number;
  readonly body: unknown;
}

const RENDER = `
  SELECT
    renders.id, renders.project_id, renders.template_id, templates.slug AS template_slug,
    renders.template_version_id, template_versions.version_number, renders.status, renders.source,
    renders.filename, renders.download_token, renders.error_code, renders.error_message,
    renders.page_count, renders.byte_size, renders.sha256, renders.created_at, renders.started_at,
    renders.completed_at
  FROM renders
  JOIN templates ON templates.id = renders.template_id
  JOIN template_versions ON template_versions.id = renders.template_version_id`;

const UNAUTHORIZED: PeerResponse = { status: 401, body: { error: { code: "unauthorized" } } };
const NOT_FOUND: PeerResponse = { status: 404, body: { error: { code: "not_found" } } };

/**
 * The exact queries of the server for three of its requests, in the same order, and nothing else: no schemas,
 * limits, request ids, logs or headers.
 */
export const handlersOn = (pool: Pool) => {
  const queryRows = async (
    on: Pool | PoolClient,
    name: string,
    text: string,
    values: Array<unknown>,
  ) => (await on.query({ name, text, values })).rows;

  /** The project of this key. */
  async function projectOf(authorization = ""): Promise<unknown> {
    const hash = createHash("sha256").update(authorization.slice("Bearer ".length)).digest();
    const text = `
      SELECT
        keys.id, keys.account_id, keys.project_id, keys.last_used_at,
        projects.deleted_at IS NOT NULL AS project_deleted
      FROM keys
      LEFT JOIN projects ON projects.id = keys.project_id
      WHERE keys.hash = $1
        AND keys.revoked_at IS NULL`;
    const [key] = await queryRows(pool, "key", text, [hash]);
    return key?.project_id;
  }

  async function find(project: unknown, id: string) {
    const text = `${RENDER} WHERE renders.project_id = $1 AND renders.id = $2`;
    return (await queryRows(pool, "find", text, [project, id]))[0];
  }

  async function get(authorization: string | undefined, id: string): Promise<PeerResponse> {
    const project = await projectOf(authorization);
    if (project === undefined) return UNAUTHORIZED;
    const render = await find(project, id);
    return render === undefined ? NOT_FOUND : { status: 200, body: view(render) };
  }

  async function list(authorization: string | undefined): Promise<PeerResponse> {
    const project = await projectOf(authorization);
    if (project === undefined) return UNAUTHORIZED;
    const text = `${RENDER} WHERE renders.project_id = $1 ORDER BY renders.id DESC LIMIT $2`;
    const rows = await queryRows(pool, "list", text, [project, 21]);
    const renders = rows.slice(0, 20).map(view);
    const hasMore = rows.length > 20;
    return { status: 200, body: { renders, hasMore, nextCursor: rows[19]?.id ?? null } };
  }

  async function share(authorization: string | undefined, renderId: string): Promise<PeerResponse> {
    const project = await projectOf(authorization);
    if (project === undefined) return UNAUTHORIZED;
    // The server queries twice: whether the render exists, and whether it has succeeded.
    if ((await find(project, renderId)) === undefined) return NOT_FOUND;
    const render = await find(project, renderId);
    if (render?.status !== "succeeded") return { status: 409, body: {} };
    const client = await pool.connect();
    try {
      await client.query("BEGIN");
      const id = randomUUID();
      const now = new Date();
      const token = `shr_${randomBytes(32).toString("base64url")}`;
      await queryRows(
        client,
        "share",
        `INSERT INTO shares (id, render_id, channel, recipient_email, message, token, created_at, expires_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [id, renderId, "link", null, null, token, now, null],
      );
      await client.query("SAVEPOINT recorded");
      await queryRows(
        client,
        "engagement",
        `INSERT INTO engagement_events
          (share_id, event_type, actor_kind, source_ip, user_agent, id, render_id, metadata, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [id, "share_created", "system", null, null, randomUUID(), renderId, null, now],
      );
      const type = "document.share_created";
      const eventId = randomUUID();
      const data = { renderId, shareId: id, eventType: "share_created", createdAt: now };
      const body = JSON.stringify({ id: eventId, type, timestamp: now, projectId: project, data });
      await queryRows(
        client,
        "event",
        `WITH event AS (
          INSERT INTO events (id, project_id, type, body, created_at) VALUES ($1, $2, $3, $4, $5)
        )
        SELECT id FROM webhooks
        WHERE project_id = $6 AND deleted_at IS NULL AND enabled AND events && $7::text[]`,
        [eventId, project, type, body, now, project, ["*", type, "document.*"]],
      );
      await client.query("RELEASE SAVEPOINT recorded");
      const [row] = await queryRows(
        client,
        "made",
        `SELECT shares.id, shares.render_id, renders.project_id, shares.channel,
          shares.recipient_email, shares.message, shares.token AS share_token, shares.revoked_at,
          shares.revoked_reason, shares.expires_at, shares.created_at,
          (
            SELECT count(*)::int FROM engagement_events
            WHERE engagement_events.share_id = shares.id AND event_type = 'viewed'
              AND actor_kind = 'recipient'
          ) AS click_count
        FROM shares JOIN renders ON renders.id = shares.render_id
        WHERE shares.render_id = $1 AND shares.id = $2`,
        [renderId, id],
      );
      await client.query("COMMIT");
      return { status: 201, body: row };
    } catch (error) {
      await client.query("ROLLBACK");
      throw error;
    } finally {
      client.release();
    }
  }

  return { get, list, share };
};

/** A render as the API shows it. */
function view({ download_token, ...row }: Record<string, unknown>) {
  const durationMs =
    row["completed_at"] instanceof Date && row["started_at"] instanceof Date
      ? row["completed_at"].getTime() - row["started_at"].getTime()
      : null;
  return {
    ...row,
    durationMs,
    downloadUrl: `http://127.0.0.1/files/${String(download_token)}.pdf`,
  };
}
