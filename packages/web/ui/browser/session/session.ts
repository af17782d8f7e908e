import { CallFailed } from "./call_failed.ts";
import { Caller, type CallOptions, type CallState } from "./caller.ts";
import type { EmbedContext } from "./context.ts";
import { embedPageData } from "./page_data.ts";
import { allowOrigins, hasParent, onToken, tell } from "./parent.ts";
import { fragmentWith, tokenIn } from "./token.ts";

/** A session that somebody works in. */
export interface EmbedSession {
  readonly context: EmbedContext;
  /**
   * Calls the API below `/v1/embed`'s root with the session's token, such as
   * `call("GET", "/v1/embed/session")`. Settles with a successful answer, tries again what may be tried
   * again, waits for a new token when the session has expired; otherwise rejects with `CallFailed`.
   */
  readonly call: (
    method: string,
    path: string,
    body?: unknown,
    options?: CallOptions,
  ) => Promise<Response>;
}

/**
 * Opens the session that the page is made for, with the token in its address.
 *
 * @param onState Hears how calls fare, so that the page can say so.
 */
export async function openSession(
  onState: (state: CallState) => void = () => {},
): Promise<EmbedSession> {
  const { root, origins } = embedPageData();
  allowOrigins(origins);
  const token = tokenIn(location.hash);
  const caller = new Caller({ root, token: token ?? "", renew: newToken, onState, pause });
  onToken((renewed) => {
    // It stays in the address, so that loading the page again works.
    history.replaceState(history.state, "", fragmentWith(location.hash, renewed));
    caller.takeToken(renewed);
  });
  const call: EmbedSession["call"] = (...asked) => caller.call(...asked);
  const answer = await call("GET", "/v1/embed/session");
  const context: EmbedContext = await answer.json();
  allowOrigins(context.allowedOrigins);
  return { context, call };
}

/** Whoever has no new token by then, in milliseconds, has none: some sessions cannot be renewed. */
const PATIENCE = 90_000;

/** Asks the page around for a new token and waits for it; nobody waits where nobody is around. */
function newToken(): Promise<string> {
  const expired = new CallFailed(401, "session_expired", "The session has expired");
  if (!hasParent()) return Promise.reject(expired);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      stop();
      reject(expired);
    }, PATIENCE);
    const stop = onToken((token) => {
      clearTimeout(timer);
      stop();
      resolve(token);
    });
    tell({ type: "paraph:error", code: "session_expired", message: "The session has expired" });
  });
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
