import { StorageUnavailable } from "@paraph/core/renders";
import { isPermanentFault } from "@paraph/core/values";
import { Cause, Predicate } from "effect";
import { SqlError } from "effect/sql";

/**
 * Classes of PostgreSQL's SQLSTATE that say what has nothing to do with a request: no connection, too little
 * of something, an administrator's doing, the machine's.
 */
const PASSING = /^(08|53|57P|58|25006)/;

/**
 * Whether a request failed for a database or an asset store that is away, starts again or has too much to
 * do: the same request is served when that is over.
 */
export function isPassingFault(cause: Cause.Cause<unknown>): boolean {
  if (isPermanentFault(cause)) return false;
  return cause.reasons.some(
    (reason) =>
      (Cause.isFailReason(reason) && isPassing(reason.error)) ||
      (Cause.isDieReason(reason) && isPassing(reason.defect)),
  );
}

function isPassing(error: unknown): boolean {
  if (error instanceof StorageUnavailable) return true;
  if (SqlError.isSqlError(error)) {
    return error.isRetryable || PASSING.test(sqlState(error.reason.cause));
  }
  return Predicate.hasProperty(error, "cause") && error.cause !== error && isPassing(error.cause);
}

function sqlState(cause: unknown): string {
  return Predicate.hasProperty(cause, "code") ? String(cause.code) : "";
}
