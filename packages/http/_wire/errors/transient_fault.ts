import { StorageUnavailable } from "@paraph/core/renders";
import { isPermanentFailure } from "@paraph/core/values";
import { Cause, Predicate } from "effect";
import { SqlError } from "effect/sql";

/**
 * SQLSTATE classes that are not caused by a request: connection, insufficient resources, operator
 * intervention and system errors.
 */
const TRANSIENT = /^(08|53|57P|58|25006)/;

/**
 * Whether a request failed because the database or the asset store is unavailable or overloaded, so
 * that a retry may succeed.
 */
export function isTransientFailure(cause: Cause.Cause<unknown>): boolean {
  if (isPermanentFailure(cause)) return false;
  return cause.reasons.some(
    (reason) =>
      (Cause.isFailReason(reason) && isTransient(reason.error)) ||
      (Cause.isDieReason(reason) && isTransient(reason.defect)),
  );
}

function isTransient(error: unknown): boolean {
  if (error instanceof StorageUnavailable) return true;
  if (SqlError.isSqlError(error)) {
    return error.isRetryable || TRANSIENT.test(sqlState(error.reason.cause));
  }
  return Predicate.hasProperty(error, "cause") && error.cause !== error && isTransient(error.cause);
}

function sqlState(cause: unknown): string {
  return Predicate.hasProperty(cause, "code") ? String(cause.code) : "";
}
