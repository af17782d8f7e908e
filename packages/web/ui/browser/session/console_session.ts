import { CallFailed, parseFailure } from "./call_failed.ts";
import { Caller, type CallState } from "./caller.ts";
import { pause } from "./session.ts";

/** The session of the console in this browser. */
export interface ConsoleSession {
  /** Every request needs it next to the cookie of the session. */
  readonly requestToken: string;
  readonly expiresAt: string;
  /** What the session acts on: one project, or all projects of an account. */
  readonly kind: "project" | "account";
  /** The language of the project; `null` for a session of an account. */
  readonly projectLanguage: string | null;
  /** The member who is signed in; `null` for a session of a key, which may do everything. */
  readonly member: { readonly email: string; readonly role: "owner" | "editor" | "viewer" } | null;
}

/** Options of a caller with the session of the console. */
export interface ConsoleCallerOptions {
  /** The path of the API, without a slash at the end. */
  readonly root: string;
  readonly session: ConsoleSession;
  /** The project that a session of an account acts on. */
  readonly project: string | null;
  readonly onState: (state: CallState) => void;
}

/** Returns the session of the console; rejects with `CallFailed` if there is none. */
export async function consoleSession(root: string): Promise<ConsoleSession> {
  const response = await fetch(`${root}/console/sessions`, { cache: "no-store" }).catch(
    () => undefined,
  );
  if (response === undefined) throw new CallFailed(0, "network", "No response");
  if (!response.ok) throw parseFailure(response.status, await response.text());
  const { session }: { readonly session: ConsoleSession | null } = await response.json();
  if (session === null) throw new CallFailed(401, "session_expired", "The session has expired");
  return session;
}

/** Returns a caller of the API with the session of the console. */
export function consoleCaller({ root, session, project, onState }: ConsoleCallerOptions): Caller {
  return new Caller({
    root,
    token: session.requestToken,
    // The user may have signed in again in another tab.
    renew: async () => (await consoleSession(root)).requestToken,
    onState,
    pause,
    authorize: (token) => ({
      credentials: "same-origin",
      headers: {
        "x-csrf-token": token,
        ...(project === null ? {} : { "x-paraph-project": project }),
      },
    }),
  });
}

/** A project of an account. */
export interface ConsoleProject {
  readonly id: string;
  readonly name: string;
  readonly language: string;
}

/** The session acts on several projects, and the URL of the page names none of them. */
export class ProjectMissing extends Error {
  override readonly name = "ProjectMissing";
  readonly projects: ReadonlyArray<ConsoleProject>;

  constructor(projects: ReadonlyArray<ConsoleProject>) {
    super("The URL names no project");
    this.projects = projects;
  }
}

/**
 * Returns the project that a page acts on: that of its URL, or the only one of the account; `null` for a session of a
 * project. Rejects with `ProjectMissing` if the user has to choose.
 */
export async function consoleProject(options: ConsoleCallerOptions): Promise<string | null> {
  const { session, project } = options;
  if (session.kind === "project" || project !== null) return project;
  const response = await consoleCaller(options).call("GET", "/v1/projects");
  const { projects }: { readonly projects: ReadonlyArray<ConsoleProject> } = await response.json();
  const [only, ...others] = projects;
  if (only === undefined || others.length > 0) throw new ProjectMissing(projects);
  return only.id;
}
