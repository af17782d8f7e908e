import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/**
 * Lists of the shares of a project. Without the project in the row, a project with few shares reads those of all
 * others. A trigger sets it, also for the previous release.
 */
export const sharesByProject = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`ALTER TABLE shares ADD COLUMN project_id uuid`;
  yield* sql`
    UPDATE shares
    SET project_id = renders.project_id
    FROM renders
    WHERE renders.id = shares.render_id`;
  yield* sql`
    CREATE FUNCTION set_project_of_share() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      SELECT project_id INTO NEW.project_id FROM renders WHERE id = NEW.render_id;
      RETURN NEW;
    END $$`;
  yield* sql`
    CREATE TRIGGER shares_project BEFORE INSERT ON shares
    FOR EACH ROW EXECUTE FUNCTION set_project_of_share()`;
  yield* sql`CREATE INDEX shares_of_project ON shares (project_id, id DESC)`;
  yield* sql`
    CREATE INDEX revoked_shares ON shares (project_id, id DESC)
    WHERE revoked_at IS NOT NULL`;
});
