import type { Ceremony } from "./draft/form.ts";
import { problemText, TEXTS } from "./texts.ts";

/** The outcome of a call. */
export type Outcome =
  | { readonly kind: "done" }
  /** The link no longer works. */
  | { readonly kind: "closed" }
  /** The request was invalid: a message by path. */
  | { readonly kind: "invalid"; readonly problems: ReadonlyMap<string, string> }
  /** The request failed; it is safe to send it again. */
  | { readonly kind: "failed"; readonly message: string };

/** Milliseconds until a request without a response fails. */
const REQUEST_TIMEOUT = 60_000;

/** Fetches the ceremony; `undefined` when the link no longer works. */
export async function fetchCeremony(url: string): Promise<Ceremony | undefined> {
  const response = await fetch(url, { credentials: "same-origin", cache: "no-store" });
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`The server responds with ${response.status}`);
  const ceremony: Ceremony = await response.json();
  return ceremony;
}

/** Sends an action of the recipient. */
export async function send(url: string, body?: unknown): Promise<Outcome> {
  try {
    const response = await fetch(url, {
      method: "POST",
      signal: AbortSignal.timeout(REQUEST_TIMEOUT),
      ...(body === undefined
        ? {}
        : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    if (response.ok) return { kind: "done" };
    if (CLOSED_STATUSES.has(response.status)) return { kind: "closed" };
    return outcomeOf(response.status, await response.json());
  } catch {
    return failure(navigator.onLine ? TEXTS.failures.network : TEXTS.failures.offline);
  }
}

const CLOSED_STATUSES = new Set([404, 409, 410]);

/** The body of an API error. */
interface ErrorBody {
  readonly error?: {
    readonly message?: string;
    readonly issues?: {
      readonly formErrors: ReadonlyArray<string>;
      readonly fieldErrors: Readonly<Record<string, ReadonlyArray<string>>>;
    };
  };
}

function outcomeOf(status: number, { error }: ErrorBody): Outcome {
  if (status === 429) return failure(TEXTS.failures.tooMany);
  if (status !== 400 || error?.issues === undefined) {
    return failure(TEXTS.failures.server);
  }
  const { formErrors, fieldErrors } = error.issues;
  const problems = new Map(
    Object.entries(fieldErrors).map(([path, messages]) => [
      path,
      messages.map(problemText).join(" "),
    ]),
  );
  if (formErrors.length > 0) problems.set("", formErrors.map(problemText).join(" "));
  return { kind: "invalid", problems };
}

function failure(message: string): Outcome {
  return { kind: "failed", message };
}
