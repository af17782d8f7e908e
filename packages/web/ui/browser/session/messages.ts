import type { EmbedMode } from "./context.ts";

/** What the pages tell the page around them. */
export type EmbedMessage =
  | { readonly type: "paraph:ready"; readonly sessionId: string; readonly mode: EmbedMode }
  | { readonly type: "paraph:saved"; readonly templateId: string; readonly revision: number }
  | {
      readonly type: "paraph:published";
      readonly templateId: string;
      readonly slug: string;
      readonly versionNumber: number;
    }
  | { readonly type: "paraph:submitted"; readonly renderId: string; readonly status: string }
  | { readonly type: "paraph:close" }
  /** The code `session_expired` asks for a new token. */
  | { readonly type: "paraph:error"; readonly code: string; readonly message: string };

/** The token in a message from the page around, if that is what it is. */
export function tokenFromMessage(data: unknown): string | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  if (!("type" in data) || data.type !== "paraph:token") return undefined;
  return "token" in data && typeof data.token === "string" && data.token !== ""
    ? data.token
    : undefined;
}
