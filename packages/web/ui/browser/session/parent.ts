import { type EmbedMessage, tokenFromMessage } from "./messages.ts";
import { mayCommand, targetOrigins, type Placement } from "./parent_origin.ts";

let allowedOrigins: ReadonlyArray<string> = [];
let pinned: string | undefined;

/** Says whom the page may speak with; nobody before that. */
export function allowOrigins(origins: ReadonlyArray<string>): void {
  allowedOrigins = origins;
}

/** Whether there is somebody to speak with. */
export function hasParent(): boolean {
  return targetOrigins(placement()).length > 0;
}

/** Tells the page around this one, if it is one that may know. */
export function tell(message: EmbedMessage): void {
  for (const origin of targetOrigins(placement())) window.parent.postMessage(message, origin);
}

/** Hears of every token that the page around hands over, until what it returns is called. */
export function onToken(listener: (token: string) => void): () => void {
  const hear = (event: MessageEvent<unknown>) => {
    if (event.source !== window.parent || !mayCommand(event.origin, placement())) return;
    const token = tokenFromMessage(event.data);
    if (token === undefined) return;
    pinned = event.origin;
    listener(token);
  };
  addEventListener("message", hear);
  return () => removeEventListener("message", hear);
}

function placement(): Placement {
  const parentOrigin = location.ancestorOrigins?.[0];
  return { isFramed: window.parent !== window, parentOrigin, pinned, allowedOrigins };
}
