/** The PostgreSQL server of suites that compare servers: `TEST_DATABASE_URL`, or the default. */
export const DATABASE_SERVER =
  process.env["TEST_DATABASE_URL"] ?? "postgres://postgres@127.0.0.1:5432/postgres";
