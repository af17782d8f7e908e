import { isRecord } from "../../ui/browser/is_record.ts";
import { TEXTS } from "./texts.ts";

/** The session of the user who is signed in. */
export interface Session {
  /** What the session acts on: one project, or all projects of an account. */
  readonly kind: "project" | "account";
  readonly keyPrefix: string;
  readonly requestToken: string;
  readonly expiresAt: string;
}

/** A failed call, with a message for people. */
export class CallError extends Error {
  readonly status: number;
  readonly requestId: string | undefined;

  constructor(status: number, message: string, requestId?: string) {
    super(message);
    this.status = status;
    this.requestId = requestId;
  }
}

/** Calls the API with the session of this browser. */
export class Api {
  readonly #root: string;
  readonly #session: Session;
  /** The project that an account's session acts on. */
  project: string | undefined;
  /** Called when the session has ended. */
  onEnd: () => void = () => {};

  constructor(root: string, session: Session) {
    this.#root = root;
    this.#session = session;
  }

  /** Returns the JSON of a response; rejects with {@linkcode CallError}. */
  async call<A>(method: string, path: string, body?: unknown): Promise<A> {
    const response = await this.#send(method, path, body);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The contract of the API.
    return (response.status === 204 ? undefined : await response.json()) as A;
  }

  /** Returns the JSON of a `GET`. */
  get<A>(path: string): Promise<A> {
    return this.call("GET", path);
  }

  /** Returns a file. */
  async file(path: string): Promise<Blob> {
    return (await this.#send("GET", path)).blob();
  }

  async #send(method: string, path: string, body?: unknown): Promise<Response> {
    const headers: Record<string, string> = { "x-csrf-token": this.#session.requestToken };
    if (this.project !== undefined) headers["x-paraph-project"] = this.project;
    if (body !== undefined) headers["content-type"] = "application/json";
    // A repeated click creates nothing twice within a call; each call has its own key.
    if (method === "POST" && path.startsWith("/v1/")) {
      headers["idempotency-key"] = crypto.getRandomValues(new Uint32Array(4)).join("-");
    }
    const response = await send(this.#root + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (response.ok) return response;
    const error = await errorOf(response);
    if (error.status === 401) this.onEnd();
    throw error;
  }
}

/** The session of this browser; `undefined` before sign-in. */
export async function currentSession(root: string): Promise<Session | undefined> {
  const response = await send(`${root}/console/sessions`, {});
  if (!response.ok) throw await errorOf(response);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The server of this page.
  const { session } = (await response.json()) as { readonly session: Session | null };
  return session ?? undefined;
}

/** Opens a session with the token of a link, or with a key. */
export async function openSession(
  root: string,
  credential: { readonly link: string } | { readonly key: string },
): Promise<void> {
  const body = JSON.stringify(credential);
  const response = await send(`${root}/console/sessions`, { method: "POST", body });
  if (!response.ok) throw await errorOf(response);
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, cache: "no-store" });
  } catch {
    throw new CallError(0, TEXTS.network);
  }
}

async function errorOf(response: Response): Promise<CallError> {
  const requestId = response.headers.get("x-request-id") ?? undefined;
  const body: unknown = await response.json().catch(() => undefined);
  const error = isRecord(body) ? body["error"] : undefined;
  const message = isRecord(error) ? error["message"] : undefined;
  const problems = isRecord(error) ? problemsOf(error["issues"]) : [];
  const text = typeof message === "string" ? message : `${TEXTS.failed} (${response.status})`;
  const fullText = problems.length === 0 ? text : problems.join("\n");
  return new CallError(response.status, fullText, requestId);
}

/** The problems of an invalid request, each after its path. */
function problemsOf(issues: unknown): ReadonlyArray<string> {
  const fields = isRecord(issues) ? issues["fieldErrors"] : undefined;
  if (!isRecord(fields)) return [];
  return Object.entries(fields).flatMap(([path, messages]) =>
    Array.isArray(messages) ? messages.map((message) => `${path}: ${String(message)}`) : [],
  );
}
