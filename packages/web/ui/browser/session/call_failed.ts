import { isRecord } from "../is_record.ts";

/** The problems of a request: of the whole body, and by path. */
export interface CallIssues {
  readonly formErrors: ReadonlyArray<string>;
  readonly fieldErrors: Readonly<Record<string, ReadonlyArray<string>>>;
}

/** A call that failed, after all retries. */
export class CallFailed extends Error {
  override readonly name = "CallFailed";
  /** 0 when there was no response. */
  readonly status: number;
  /** The error code of the API; `network` when there was no response. */
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

/** Parses the body of a failed response: an error of the API, nested or flat, or of something else. */
export function parseFailure(status: number, body: string): CallFailed {
  const json = parseJson(body);
  const error = isRecord(json) ? json["error"] : undefined;
  if (typeof error === "string") {
    const { message, issues } = isRecord(json) ? json : {};
    return new CallFailed(status, error, toText(message) ?? error, toIssues(issues));
  }
  const { code, message, issues } = isRecord(error) ? error : {};
  const text = toText(message) ?? `The server responds with ${status}`;
  return new CallFailed(status, toText(code) ?? "unknown", text, toIssues(issues));
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined; // Proxies respond with HTML.
  }
}

function toIssues(value: unknown): CallIssues {
  if (!isRecord(value)) return NO_ISSUES;
  const { formErrors, fieldErrors } = value;
  const entries = Object.entries(isRecord(fieldErrors) ? fieldErrors : {});
  return {
    formErrors: toTexts(formErrors),
    fieldErrors: Object.fromEntries(entries.map(([path, texts]) => [path, toTexts(texts)])),
  };
}

function toTexts(value: unknown): ReadonlyArray<string> {
  return Array.isArray(value) ? value.filter((text) => typeof text === "string") : [];
}

function toText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
