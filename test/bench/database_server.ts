/** The PostgreSQL server of suites that compare servers on one: `TEST_DATABASE_URL`, or the usual place. */
export const DATABASE_SERVER =
  process.env["TEST_DATABASE_URL"] ?? "postgres://postgres@127.0.0.1:5432/postgres";
