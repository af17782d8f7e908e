import { CallFailed } from "./call_failed.ts";
import { Caller, type CallOptions, type CallState } from "./caller.ts";
import type { EmbedContext } from "./context.ts";
import { replaceToken, tokenInFragment } from "./messages.ts";
import { embedPageData } from "./page_data.ts";
import { allowOrigins, hasParent, onToken, postToParent } from "./parent.ts";

/** An embed session. */
export interface EmbedSession {
  readonly context: EmbedContext;
  /**
   * Calls the API with the session's token, such as `call("GET", "/v1/embed/session")`. Retries what is
   * safe to retry, waits for a new token when the session has expired, else rejects with `CallFailed`.
   */
  readonly call: (
    method: string,
    path: string,
    body?: unknown,
    options?: CallOptions,
  ) => Promise<Response>;
}

/** Opens the session of the page with the token in its URL. */
export async function openSession(
  onState: (state: CallState) => void = () => {},
): Promise<EmbedSession> {
  const { root, origins } = embedPageData();
  allowOrigins(origins);
  const token = tokenInFragment(location.hash);
  const caller = new Caller({ root, token: token ?? "", renew: requestToken, onState, pause });
  onToken((newToken) => {
    // The URL keeps the token, so that the page can be reloaded.
    history.replaceState(history.state, "", replaceToken(location.hash, newToken));
    caller.setToken(newToken);
  });
  const call: EmbedSession["call"] = (...request) => caller.call(...request);
  const response = await call("GET", "/v1/embed/session");
  const context: EmbedContext = await response.json();
  allowOrigins(context.allowedOrigins);
  return { context, call };
}

/** Milliseconds until a requested token is given up: some sessions cannot be renewed. */
const TOKEN_TIMEOUT = 90_000;

/** Requests a new token from the embedding page. */
function requestToken(): Promise<string> {
  const expiryError = new CallFailed(401, "session_expired", "The session has expired");
  if (!hasParent()) return Promise.reject(expiryError);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      stop();
      reject(expiryError);
    }, TOKEN_TIMEOUT);
    const stop = onToken((token) => {
      clearTimeout(timer);
      stop();
      resolve(token);
    });
    postToParent({
      type: "paraph:error",
      code: "session_expired",
      message: "The session has expired",
    });
  });
}

/** Waits, unless a signal is aborted. */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
