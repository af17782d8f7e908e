import { isRecord } from "../../ui/browser/is_record.ts";
import type { SystemReport } from "./resources.ts";
import { TEXTS } from "./texts.ts";

/** The member of an account who is signed in. */
interface SessionMember {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: "owner" | "editor" | "viewer";
}

/** The session of the user who is signed in. */
export interface Session {
  /** What the session acts on: one project, or all projects of an account. */
  readonly kind: "project" | "account";
  /** The display prefix of the key that opened it; `null` for a member. */
  readonly keyPrefix: string | null;
  /** The member who is signed in; `null` for a session of a key, which may do everything. */
  readonly member: SessionMember | null;
  readonly requestToken: string;
  readonly expiresAt: string;
}

/** A failed call, with a message for people. */
export class CallError extends Error {
  readonly status: number;
  readonly requestId: string | undefined;
  /** The problems of an invalid request, by their paths in its body. */
  readonly problems: ReadonlyMap<string, string>;

  constructor(
    status: number,
    message: string,
    { requestId, problems = new Map() }: Partial<Pick<CallError, "requestId" | "problems">> = {},
  ) {
    super(message);
    this.status = status;
    this.requestId = requestId;
    this.problems = problems;
  }
}

/** Calls the API with the session of this browser. */
export class Api {
  /** The path of the deployment, without a slash at the end. */
  readonly root: string;
  readonly #session: Session;
  /** The project that an account's session acts on. */
  project: string | undefined;
  /** Called when the session has ended. */
  onEnd: () => void = () => {};

  constructor(root: string, session: Session) {
    this.root = root;
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

  /** The URL of the page that prepares a document and sends it for signature. */
  sendPageUrl(target: { readonly render: string } | { readonly draft: string }): string {
    const project = this.project === undefined ? {} : { project: this.project };
    return `${this.root}/console/send#${new URLSearchParams({ ...target, ...project })}`;
  }

  /** The URL of the page on which a template is designed; of a new one by default. */
  builderUrl(template?: { readonly id: string; readonly slug: string }): string {
    const target = template === undefined ? {} : { template: template.id, slug: template.slug };
    const project = this.project === undefined ? {} : { project: this.project };
    return `${this.root}/console/builder#${new URLSearchParams({ ...target, ...project })}`;
  }

  /** Returns a file. */
  async file(path: string): Promise<Blob> {
    return (await this.#send("GET", path)).blob();
  }

  /** Returns the image of a page, and the number of pages of its document. */
  async pageImage(path: string): Promise<{ readonly image: Blob; readonly pageCount: number }> {
    const response = await this.#send("GET", path);
    const pageCount = Number(response.headers.get("x-page-count"));
    return { image: await response.blob(), pageCount };
  }

  async #send(method: string, path: string, body?: unknown): Promise<Response> {
    const headers: Record<string, string> = { "x-csrf-token": this.#session.requestToken };
    if (this.project !== undefined) headers["x-paraph-project"] = this.project;
    if (body !== undefined) headers["content-type"] = "application/json";
    // A repeated click creates nothing twice within a call; each call has its own key.
    if (method === "POST" && path.startsWith("/v1/")) {
      headers["idempotency-key"] = crypto.getRandomValues(new Uint32Array(4)).join("-");
    }
    const response = await send(this.root + path, {
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

/** The state of the deployment, with its admin key in place of the session. */
export async function systemReport(root: string, adminKey: string): Promise<SystemReport> {
  const response = await send(`${root}/v1/admin/system`, {
    headers: { authorization: `Bearer ${adminKey}` },
    credentials: "omit",
  });
  if (!response.ok) throw await errorOf(response);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The contract of the API.
  return (await response.json()) as SystemReport;
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

/** Requests an email with a sign-in link. */
export async function requestSignInEmail(root: string, email: string): Promise<void> {
  const body = JSON.stringify({ email });
  const response = await send(`${root}/console/sign-in-emails`, { method: "POST", body });
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
  // Endpoints for operators have flat errors.
  const { message } = isRecord(error) ? error : isRecord(body) ? body : {};
  const problems = problemsOf(isRecord(error) ? error["issues"] : undefined);
  const text = typeof message === "string" ? message : `${TEXTS.failed} (${response.status})`;
  const lines = Array.from(problems, ([path, problem]) => `${path}: ${problem}`);
  const fullText = lines.length === 0 ? text : lines.join("\n");
  return new CallError(response.status, fullText, { requestId, problems });
}

/** The problems of an invalid request by their paths. */
function problemsOf(issues: unknown): ReadonlyMap<string, string> {
  const fields = isRecord(issues) ? issues["fieldErrors"] : undefined;
  const entries = isRecord(fields) ? Object.entries(fields) : [];
  return new Map(
    entries.flatMap(([path, messages]) =>
      Array.isArray(messages) ? [[path, messages.map(String).join("\n")] as const] : [],
    ),
  );
}
