import type { SqlClient, Statement } from "effect/sql";

/**
 * What is kept of the idempotency key of something that was erased. Nobody's own key is ever taken for
 * it: those of headers are printable, and a `jobId` is never as long.
 */
export function erasedKey(sql: SqlClient.SqlClient, key: Statement.Fragment): Statement.Fragment {
  return sql`rpad(chr(1) || 'sha256:' || encode(sha256(convert_to(${key}, 'UTF8')), 'hex'), 255, '.')`;
}
