import type { SqlClient, Statement } from "effect/sql";

/** The render that an event tells of, in the words of the index `events_of_render`. */
export function eventRender(sql: SqlClient.SqlClient): Statement.Fragment {
  return sql`(
    CASE
      WHEN type LIKE 'render.%' THEN body::json -> 'data' ->> 'id'
      ELSE body::json -> 'data' ->> 'renderId'
    END
  )`;
}
