import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/**
 * Counts of the views and downloads of a project by day. Without the project in the row, a project reads the
 * events of all others, or all of its own. A trigger sets it, also for the previous release.
 */
export const engagementByProject = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`ALTER TABLE engagement_events ADD COLUMN project_id uuid`;
  yield* sql`
    UPDATE engagement_events
    SET project_id = renders.project_id
    FROM renders
    WHERE renders.id = engagement_events.render_id`;
  yield* sql`
    CREATE FUNCTION set_project_of_engagement() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      SELECT project_id INTO NEW.project_id FROM renders WHERE id = NEW.render_id;
      RETURN NEW;
    END $$`;
  yield* sql`
    CREATE TRIGGER engagement_project BEFORE INSERT ON engagement_events
    FOR EACH ROW EXECUTE FUNCTION set_project_of_engagement()`;
  // With the columns that the counts read, so that they need no row.
  yield* sql`
    CREATE INDEX reads_of_project ON engagement_events (project_id, id)
    INCLUDE (event_type, created_at)
    WHERE event_type IN ('viewed', 'downloaded')`;
});
