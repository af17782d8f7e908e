/** Problems of what was sent, by path; those of the whole stand apart. */
export interface CallIssues {
  readonly formErrors: ReadonlyArray<string>;
  readonly fieldErrors: Readonly<Record<string, ReadonlyArray<string>>>;
}

/** A call that came to nothing, after everything that could be tried. */
export class CallFailed extends Error {
  override readonly name = "CallFailed";
  /** 0 when nobody answered. */
  readonly status: number;
  /** As the API calls it; `network` when nobody answered. */
  readonly code: string;
  readonly issues: CallIssues;

  constructor(status: number, code: string, message: string, issues: CallIssues = NO_ISSUES) {
    super(message);
    this.status = status;
    this.code = code;
    this.issues = issues;
  }
}

const NO_ISSUES: CallIssues = { formErrors: [], fieldErrors: {} };

/** Reads an error as the API tells it, flat or not; whatever else answered is no less a failure. */
export function failureFrom(status: number, body: string): CallFailed {
  const sent = parsed(body);
  const error = isRecord(sent) ? sent["error"] : undefined;
  if (typeof error === "string") {
    const { message, issues } = isRecord(sent) ? sent : {};
    return new CallFailed(status, error, textOf(message) ?? error, issuesFrom(issues));
  }
  const { code, message, issues } = isRecord(error) ? error : {};
  const said = textOf(message) ?? `The server answers ${status}`;
  return new CallFailed(status, textOf(code) ?? "unknown", said, issuesFrom(issues));
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined; // Some proxy answers in a language of its own.
  }
}

function issuesFrom(sent: unknown): CallIssues {
  if (!isRecord(sent)) return NO_ISSUES;
  const { formErrors, fieldErrors } = sent;
  const entries = Object.entries(isRecord(fieldErrors) ? fieldErrors : {});
  return {
    formErrors: textsOf(formErrors),
    fieldErrors: Object.fromEntries(entries.map(([path, texts]) => [path, textsOf(texts)])),
  };
}

function textsOf(sent: unknown): ReadonlyArray<string> {
  return Array.isArray(sent) ? sent.filter((text) => typeof text === "string") : [];
}

function textOf(sent: unknown): string | undefined {
  return typeof sent === "string" ? sent : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
