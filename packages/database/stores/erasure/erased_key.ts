import type { SqlClient, Statement } from "effect/sql";

/**
 * The remaining hash of an erased resource's idempotency key. No real key can equal it: keys of headers are
 * printable, and a `jobId` is never as long.
 */
export function erasedKey(sql: SqlClient.SqlClient, key: Statement.Fragment): Statement.Fragment {
  return sql`rpad(chr(1) || 'sha256:' || encode(sha256(convert_to(${key}, 'UTF8')), 'hex'), 255, '.')`;
}
