import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** The fonts of projects. The file of a font is the blob with its SHA-256. */
export const fonts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`
    CREATE TABLE fonts (
      id uuid PRIMARY KEY,
      project_id uuid NOT NULL REFERENCES projects,
      name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
      family text NOT NULL,
      style text NOT NULL CHECK (style IN ('normal', 'italic')),
      weight integer NOT NULL CHECK (weight BETWEEN 1 AND 1000),
      scripts text[] NOT NULL,
      instances json NOT NULL,
      byte_size integer NOT NULL CHECK (byte_size >= 0),
      sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
      created_at timestamptz NOT NULL,
      CONSTRAINT fonts_name UNIQUE (project_id, name)
    )`;
});
