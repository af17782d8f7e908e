import { Client } from "pg";

/** The default address of a PostgreSQL server, with a user without a password. */
const LOCAL = "postgres://postgres@127.0.0.1:5432/postgres";

/** The URL of the PostgreSQL server on this machine; `undefined` unless it lets tests create databases. */
export async function localPostgres(url = LOCAL): Promise<string | undefined> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    const { rows } = await client.query(
      "SELECT FROM pg_roles WHERE rolname = current_user AND (rolsuper OR rolcreatedb)",
    );
    return rows.length > 0 ? url : undefined;
  } catch {
    // No server, no such user, or a password is needed.
    return undefined;
  } finally {
    await client.end().catch(() => {});
  }
}
