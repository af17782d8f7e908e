import type { Ceremony } from "./draft/form.ts";

/** What became of a call. */
export type Outcome =
  | { readonly kind: "done" }
  /** The link leads to nothing to sign any more. */
  | { readonly kind: "closed" }
  /** Something is wrong with what was sent: a sentence by the path of each part. */
  | { readonly kind: "invalid"; readonly problems: ReadonlyMap<string, string> }
  /** It did not get through; sending it again is harmless. */
  | { readonly kind: "failed"; readonly message: string };

/** Nobody waits longer for an answer, in milliseconds. */
const PATIENCE = 60_000;

/** Fetches what the page shows; `undefined` when the link leads nowhere any more. */
export async function fetchCeremony(url: string): Promise<Ceremony | undefined> {
  const answer = await fetch(url, { credentials: "same-origin", cache: "no-store" });
  if (answer.status === 404) return undefined;
  if (!answer.ok) throw new Error(`The server answers ${answer.status}`);
  const ceremony: Ceremony = await answer.json();
  return ceremony;
}

/** Sends what the recipient does. */
export async function send(url: string, body?: unknown): Promise<Outcome> {
  try {
    const answer = await fetch(url, {
      method: "POST",
      signal: AbortSignal.timeout(PATIENCE),
      ...(body === undefined
        ? {}
        : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    if (answer.ok) return { kind: "done" };
    if (CLOSED.has(answer.status)) return { kind: "closed" };
    return outcomeOf(answer.status, await answer.json());
  } catch {
    return failed(
      navigator.onLine
        ? "This did not get through. Nothing is lost: try again."
        : "You are offline. Nothing is lost: try again once you are connected.",
    );
  }
}

const CLOSED = new Set([404, 409, 410]);

/** An error as the API tells it. */
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
  if (status === 429) return failed("That was too often. Wait a moment, then try again.");
  if (status !== 400 || error?.issues === undefined) {
    return failed("Something went wrong on the server. Nothing is lost: try again in a moment.");
  }
  const { formErrors, fieldErrors } = error.issues;
  const problems = new Map(
    Object.entries(fieldErrors).map(([path, messages]) => [path, messages.join(" ")]),
  );
  if (formErrors.length > 0) problems.set("", formErrors.join(" "));
  return { kind: "invalid", problems };
}

function failed(message: string): Outcome {
  return { kind: "failed", message };
}
