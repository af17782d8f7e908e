import { Cause, Effect, Predicate, Schema } from "effect";

import { groupIssues, type Issue, Issues } from "./issues.ts";

/** The resource does not exist or belongs to another project; the message is the same (404). */
export class NotFound extends Schema.TaggedError<NotFound>()(
  "not_found",
  { message: Schema.String },
  {
    description:
      "The resource does not exist or belongs to another project or account. Check the ID and the key.",
  },
) {
  /** Names the kind of resource, never its id. */
  static of(kind: string): NotFound {
    return new NotFound({ message: `No such ${kind}` });
  }
}

/** The state of the resource does not allow the request (409). */
export class Conflict extends Schema.TaggedError<Conflict>()(
  "conflict",
  { message: Schema.String },
  {
    description:
      "The state of the resource does not allow the request. Read the resource, and retry in the required state.",
  },
) {
  static readonly renderNotReady = new Conflict({
    message: "The render has not succeeded: there is no document yet",
  });

  static of(message: string): Conflict {
    return new Conflict({ message });
  }
}

/** A body or a query is invalid; `issues` lists every problem (400, or 422 on embed). */
export class InvalidRequest extends Schema.TaggedError<InvalidRequest>()(
  "invalid_request",
  { message: Schema.String, issues: Issues },
  {
    description:
      "The body, the query or a header is invalid. Fix every problem in `issues`, then send the request again.",
  },
) {
  static of(issues: ReadonlyArray<Issue>): InvalidRequest {
    return new InvalidRequest({ message: "The request is not valid", issues: groupIssues(issues) });
  }
}

/** Stored data does not have the form that this release reads. */
export class UnreadableData extends Schema.TaggedError<UnreadableData>()("unreadable_data", {
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect()),
}) {}

/**
 * Classes of PostgreSQL's SQLSTATE that a retry does not change: invalid data, and limits of the server.
 */
const PERMANENT_STATES = /^(22|54)[0-9A-Z]{3}$/;

/** The PostgreSQL client's error for a message that it cannot send, such as one that is too large. */
const UNREADABLE_MESSAGE = "PgProtocolParseError";

/** The maximum depth of nested causes. */
const MAX_DEPTH = 10;

/** Whether every retry would fail in the same way. */
export function isPermanentFailure(cause: Cause.Cause<unknown>): boolean {
  return cause.reasons.some(
    (reason) =>
      (Cause.isFailReason(reason) && isPermanent(reason.error, 0)) ||
      (Cause.isDieReason(reason) && isPermanent(reason.defect, 0)),
  );
}

/**
 * Logs a permanent failure and recovers from it.
 *
 * @param message The message of the log entry.
 */
export function catchPermanentFailure<B, E2, R2>(
  message: string,
  recover: () => Effect.Effect<B, E2, R2>,
): <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A | B, E | E2, R | R2> {
  return <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.catchCause(effect, (cause): Effect.Effect<B, E | E2, R2> =>
      isPermanentFailure(cause)
        ? Effect.andThen(Effect.logError(message, cause), recover())
        : Effect.failCause(cause),
    );
}

function isPermanent(error: unknown, depth: number): boolean {
  if (!Predicate.isObject(error) || depth > MAX_DEPTH) return false;
  if (error instanceof UnreadableData) return true;
  if (Predicate.hasProperty(error, "_tag") && error._tag === UNREADABLE_MESSAGE) return true;
  if (Predicate.hasProperty(error, "code") && PERMANENT_STATES.test(String(error.code)))
    return true;
  return (
    (Predicate.hasProperty(error, "reason") && isPermanent(error.reason, depth + 1)) ||
    (Predicate.hasProperty(error, "cause") && isPermanent(error.cause, depth + 1))
  );
}
