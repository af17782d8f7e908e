import { Context } from "effect";

/**
 * Whether a connection keeps its session from one transaction to the next. `LISTEN`, `SET` without `LOCAL`,
 * session advisory locks, temporary tables and named prepared statements need that. It is false behind a
 * pooler in transaction mode, such as PgBouncer.
 */
export const SessionFeatures = Context.Reference<boolean>("@paraph/database/SessionFeatures", {
  defaultValue: () => true,
});
