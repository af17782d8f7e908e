import { Data, Effect, Formatter, PlatformError, Predicate, Runtime } from "effect";

import { plainText } from "./plain_text.ts";

/** Flags that contradict each other, or that are missing. */
export class WrongUsage extends Data.TaggedError("wrong_usage")<{ readonly message: string }> {
  override readonly [Runtime.errorExitCode] = 2;
}

/** Codes after which a later attempt may succeed. */
const RETRYABLE = new Set(["server_unreachable", "rate_limited", "queue_unavailable", "not_ready"]);

/**
 * The server refused a call or was not reached. The message begins with the stable code; the exit code is 3
 * when the same call may succeed later.
 */
export class CallFailed extends Data.TaggedError("call_failed")<{
  readonly code: string;
  readonly message: string;
  readonly issues?: unknown;
  /** What to do next. */
  readonly hint?: string | undefined;
}> {
  override readonly [Runtime.errorExitCode] = RETRYABLE.has(this.code) ? 3 : 1;

  /** A failure whose message begins with its code. */
  static of(
    code: string,
    message: string,
    more: { readonly issues?: unknown; readonly hint?: string | undefined } = {},
  ): CallFailed {
    return new CallFailed({ ...more, code, message: `${code}: ${message}` });
  }
}

/** Adds hints to failures with certain codes, where a command knows more than the code says. */
export function withHints(hints: Readonly<Record<string, string>>) {
  return <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | CallFailed, R> =>
    Effect.mapError(effect, (failure) => {
      if (!(failure instanceof CallFailed)) return failure;
      const { code, message, issues } = failure;
      const hint = hints[code];
      return hint === undefined ? failure : new CallFailed({ code, message, issues, hint });
    });
}

/** Replaces messages about fields, where a command can name the flag that helps. */
export function withMessages(messages: Readonly<Record<string, string>>) {
  return <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | CallFailed, R> =>
    Effect.mapError(effect, (failure) => {
      if (!(failure instanceof CallFailed) || !Predicate.isObject(failure.issues)) return failure;
      const { code, message, issues, hint } = failure;
      if (!Predicate.isObject(issues["fieldErrors"])) return failure;
      const replace = (text: unknown) =>
        Predicate.isString(text) && Object.hasOwn(messages, text) ? messages[text] : text;
      const fieldErrors = Object.fromEntries(
        Object.entries(issues["fieldErrors"]).map(([path, texts]) => [
          path,
          Array.isArray(texts) ? texts.map(replace) : texts,
        ]),
      );
      return new CallFailed({ code, message, issues: { ...issues, fieldErrors }, hint });
    });
}

/** The lines that a command prints when it fails: the problem, each issue under its path, and a hint. */
export function failureText(failure: unknown): string {
  if (failure instanceof PlatformError.PlatformError)
    return plainText(`paraph: ${fileProblem(failure)}`);
  const { message, issues, hint } = Predicate.isObject(failure) ? failure : {};
  const lines = [
    `paraph: ${Predicate.isString(message) ? message : Formatter.format(failure)}`,
    ...issueLines(issues),
    ...(Predicate.isString(hint) ? [`hint: ${hint}`] : []),
  ];
  return plainText(lines.join("\n"));
}

const FILE_PROBLEMS: Readonly<Record<string, string>> = {
  NotFound: "there is no such file or folder",
  PermissionDenied: "permission denied",
  BadResource: "is not a file",
};

/** What is wrong with a file that a command line names. */
function fileProblem({ reason }: PlatformError.PlatformError): string {
  const file = "pathOrDescriptor" in reason ? reason.pathOrDescriptor : undefined;
  const problem = isDiskFull(reason.cause) ? "the disk is full" : FILE_PROBLEMS[reason._tag];
  return file === undefined || problem === undefined ? reason.message : `${file}: ${problem}`;
}

/** Effect reports no separate reason for a full disk or quota. */
function isDiskFull(cause: unknown): boolean {
  return Predicate.isObject(cause) && /^(?:ENOSPC|EDQUOT)$/.test(String(cause["code"]));
}

function issueLines(issues: unknown): ReadonlyArray<string> {
  if (!Predicate.isObject(issues)) return [];
  const { formErrors, fieldErrors } = issues;
  const general = Array.isArray(formErrors)
    ? formErrors.map((message) => `  ${String(message)}`)
    : [];
  const fields = Predicate.isObject(fieldErrors)
    ? Object.entries(fieldErrors).flatMap(([path, messages]) =>
        Array.isArray(messages) ? messages.map((message) => `  ${path}: ${String(message)}`) : [],
      )
    : [];
  return [...general, ...fields];
}
