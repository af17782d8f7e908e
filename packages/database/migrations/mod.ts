import { initial } from "./0001_initial/mod.ts";
import { type Migration, migrator } from "./migrator.ts";

/**
 * Every change to the schema, in order. Add to the end; never touch what has been released.
 *
 * While a new release is rolled out, processes of the one before go on working on the new schema. So a
 * change only adds: tables, indexes, columns that may be null or have a default. What old code reads,
 * writes or relies on is not renamed, dropped or made stricter in the release that stops needing it, but
 * in a later one. What is queued stays readable by the release before. Changes are quick: they hold up
 * everybody who uses a table that they lock.
 */
const MIGRATIONS = { "0001_initial": initial };

/** The number of the last change: that of a database with the current schema. */
export const LATEST_MIGRATION = Object.keys(MIGRATIONS).length;

/**
 * Brings an empty database to the schema with this number, in one transaction. It changes nothing in a database
 * that has that schema or a later one.
 */
export const migrateTo: (schema: number) => Migration = migrator(MIGRATIONS);

/**
 * Brings a database to the current schema; does nothing when it has that already.
 *
 * Any number of servers may start at once: a lock lets one migrate and the others wait. While another
 * transaction uses a table for long, it releases its locks and retries: later statements never wait for it.
 */
export const migrate: Migration = migrateTo(LATEST_MIGRATION);
