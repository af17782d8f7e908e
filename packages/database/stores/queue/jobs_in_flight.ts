import type { SqlClient, Statement } from "effect/sql";

/** Returns a query of how many jobs of each project a node runs: rows of `project_id` and `jobs`. */
export const jobsInFlight = (
  sql: SqlClient.SqlClient,
  inFlight: ReadonlyMap<string, number>,
): Statement.Fragment => sql`
  SELECT key::uuid AS project_id, value::int AS jobs
  FROM json_each_text(${JSON.stringify(Object.fromEntries(inFlight))}::json)
`;
