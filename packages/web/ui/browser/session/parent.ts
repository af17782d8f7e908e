import {
  type EmbedMessage,
  isTrustedOrigin,
  parseTokenMessage,
  type Placement,
  targetOrigins,
} from "./messages.ts";

let allowedOrigins: ReadonlyArray<string> = [];
let pinnedOrigin: string | undefined;

/** Sets the origins that messages are exchanged with; none until then. */
export function allowOrigins(origins: ReadonlyArray<string>): void {
  allowedOrigins = origins;
}

/** Whether an allowed page embeds this one. */
export function hasParent(): boolean {
  return targetOrigins(placement()).length > 0;
}

/** Posts a message to the embedding page, if its origin is allowed. */
export function postToParent(message: EmbedMessage): void {
  for (const origin of targetOrigins(placement())) window.parent.postMessage(message, origin);
}

/**
 * Asks the embedding page to close this page. Without an embedding page, opens the integrator's URL, if it is
 * safe.
 */
export function closePage(closeUrl: string | null | undefined): void {
  if (hasParent()) {
    postToParent({ type: "paraph:close" });
    return;
  }
  if (closeUrl === null || closeUrl === undefined) return;
  const { protocol } = new URL(closeUrl, location.href);
  if (protocol === "https:" || protocol === "http:") location.assign(closeUrl);
}

/** Calls a listener with every token that the embedding page posts. Returns a function that stops it. */
export function onToken(listener: (token: string) => void): () => void {
  const receive = (event: MessageEvent<unknown>) => {
    if (event.source !== window.parent || !isTrustedOrigin(event.origin, placement())) return;
    const token = parseTokenMessage(event.data);
    if (token === undefined) return;
    pinnedOrigin = event.origin;
    listener(token);
  };
  addEventListener("message", receive);
  return () => removeEventListener("message", receive);
}

function placement(): Placement {
  const parentOrigin = location.ancestorOrigins?.[0];
  return { isFramed: window.parent !== window, parentOrigin, pinnedOrigin, allowedOrigins };
}
