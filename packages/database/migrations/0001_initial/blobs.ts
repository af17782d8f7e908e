import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** Large parts of rows in the asset store, the rows that refer to them, and files to remove. */
export const blobs = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  // Files are removed after the transaction that erases the rows that refer to them.
  yield* sql`
    CREATE TABLE removed_files (
      name text PRIMARY KEY,
      added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      due_at timestamptz NOT NULL DEFAULT clock_timestamp()
    )`;
  yield* sql`CREATE INDEX removed_files_due ON removed_files (due_at)`;
  // A name is never used twice, so that removing a file cannot hit a later upload.
  yield* sql`
    CREATE TABLE blobs (
      id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{64}$'),
      name text NOT NULL UNIQUE,
      byte_size integer NOT NULL CHECK (byte_size >= 0),
      used_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      check_at timestamptz
    )`;
  yield* sql`CREATE INDEX blobs_to_check ON blobs (check_at) WHERE check_at IS NOT NULL`;
  yield* sql`
    CREATE TABLE blob_references (
      blob_id text NOT NULL REFERENCES blobs,
      version_id uuid REFERENCES template_versions,
      draft_id uuid REFERENCES embed_drafts ON DELETE CASCADE,
      render_id uuid REFERENCES renders ON DELETE CASCADE,
      font_id uuid REFERENCES fonts ON DELETE CASCADE,
      CHECK (num_nonnulls(version_id, draft_id, render_id, font_id) = 1)
    )`;
  yield* sql`CREATE INDEX blob_references_of_blob ON blob_references (blob_id)`;
  yield* sql`
    CREATE UNIQUE INDEX blob_references_of_version ON blob_references (version_id, blob_id)
    WHERE version_id IS NOT NULL`;
  yield* sql`
    CREATE UNIQUE INDEX blob_references_of_draft ON blob_references (draft_id, blob_id)
    WHERE draft_id IS NOT NULL`;
  yield* sql`
    CREATE UNIQUE INDEX blob_references_of_render ON blob_references (render_id, blob_id)
    WHERE render_id IS NOT NULL`;
  yield* sql`
    CREATE UNIQUE INDEX blob_references_of_font ON blob_references (font_id, blob_id)
    WHERE font_id IS NOT NULL`;
  // A blob without references is removed after an hour.
  yield* sql`
    CREATE FUNCTION check_blob() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE blobs
      SET check_at = GREATEST(used_at + interval '1 hour', clock_timestamp())
      WHERE id = OLD.blob_id;
      RETURN NULL;
    END $$`;
  yield* sql`
    CREATE TRIGGER blob_references_removed AFTER DELETE ON blob_references
    FOR EACH ROW EXECUTE FUNCTION check_blob()`;
  // A copied version refers to the blobs of its source.
  yield* sql`
    CREATE FUNCTION copy_version_parts() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      SELECT layout_parts, compiled_blob, fonts
      INTO NEW.layout_parts, NEW.compiled_blob, NEW.fonts
      FROM template_versions
      WHERE id = NEW.copied_from;
      RETURN NEW;
    END $$`;
  yield* sql`
    CREATE TRIGGER template_versions_copied BEFORE INSERT ON template_versions
    FOR EACH ROW WHEN (NEW.copied_from IS NOT NULL) EXECUTE FUNCTION copy_version_parts()`;
  yield* sql`
    CREATE FUNCTION copy_version_references() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO blob_references (blob_id, version_id)
      SELECT blob_id, NEW.id
      FROM blob_references
      WHERE version_id = NEW.copied_from;
      RETURN NULL;
    END $$`;
  yield* sql`
    CREATE TRIGGER template_versions_references AFTER INSERT ON template_versions
    FOR EACH ROW WHEN (NEW.copied_from IS NOT NULL) EXECUTE FUNCTION copy_version_references()`;
});
