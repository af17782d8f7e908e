import { Cause, Predicate } from "effect";

/**
 * Classes of PostgreSQL's SQLSTATE that a repetition meets again: data that is not what it may be, and
 * limits of the server.
 */
const PERMANENT_STATES = /^(22|54)[0-9A-Z]{3}$/;

/** What the PostgreSQL client fails with on a message that it does not take, such as one that is too large. */
const UNREADABLE_MESSAGE = "PgProtocolParseError";

/** Causes are followed so deep. */
const MAX_DEPTH = 10;

/** Whether every retry fails in the same way. */
export function isPermanentFault(cause: Cause.Cause<unknown>): boolean {
  return cause.reasons.some(
    (reason) =>
      (Cause.isFailReason(reason) && isPermanent(reason.error, 0)) ||
      (Cause.isDieReason(reason) && isPermanent(reason.defect, 0)),
  );
}

function isPermanent(error: unknown, depth: number): boolean {
  if (!Predicate.isObject(error) || depth > MAX_DEPTH) return false;
  if (Predicate.hasProperty(error, "_tag") && error._tag === UNREADABLE_MESSAGE) return true;
  if (Predicate.hasProperty(error, "code") && PERMANENT_STATES.test(String(error.code)))
    return true;
  return (
    (Predicate.hasProperty(error, "reason") && isPermanent(error.reason, depth + 1)) ||
    (Predicate.hasProperty(error, "cause") && isPermanent(error.cause, depth + 1))
  );
}
