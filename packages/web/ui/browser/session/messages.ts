import type { EmbedMode } from "./context.ts";

/** Messages that the pages post to the page that embeds them. */
export type EmbedMessage =
  | { readonly type: "paraph:ready"; readonly sessionId: string; readonly mode: EmbedMode }
  | { readonly type: "paraph:ready"; readonly requestId: string }
  | { readonly type: "paraph:saved"; readonly templateId: string; readonly revision: number }
  | {
      readonly type: "paraph:published";
      readonly templateId: string;
      readonly slug: string;
      readonly versionNumber: number;
    }
  | { readonly type: "paraph:submitted"; readonly renderId: string; readonly status: string }
  | { readonly type: "paraph:signed" | "paraph:declined"; readonly requestId: string }
  | { readonly type: "paraph:sent"; readonly signatureId: string; readonly renderId: string }
  | { readonly type: "paraph:close" }
  /** The code `session_expired` requests a new token. */
  | { readonly type: "paraph:error"; readonly code: string; readonly message: string };

/** Returns the token of a `paraph:token` message of the embedding page. */
export function parseTokenMessage(data: unknown): string | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  if (!("type" in data) || data.type !== "paraph:token") return undefined;
  return "token" in data && typeof data.token === "string" && data.token !== ""
    ? data.token
    : undefined;
}

/** What a page knows about the page that embeds it. */
export interface Placement {
  readonly isFramed: boolean;
  /** The origin of the embedding page, in browsers that provide it. */
  readonly parentOrigin: string | undefined;
  /** The origin that a trusted message has come from. */
  readonly pinnedOrigin: string | undefined;
  readonly allowedOrigins: ReadonlyArray<string>;
}

/**
 * Returns the origins to post messages to. Where the origin of the embedding page is unknown, these are
 * all allowed ones: the browser delivers a message to the actual one only.
 */
export function targetOrigins(placement: Placement): ReadonlyArray<string> {
  const { isFramed, parentOrigin, pinnedOrigin, allowedOrigins } = placement;
  if (!isFramed) return [];
  if (parentOrigin !== undefined) return allowedOrigins.filter((each) => each === parentOrigin);
  return pinnedOrigin === undefined ? allowedOrigins : [pinnedOrigin];
}

/** Whether messages from an origin are accepted. */
export function isTrustedOrigin(origin: string, placement: Placement): boolean {
  return targetOrigins(placement).includes(origin);
}

/** Returns the session token in the fragment of a URL, such as `#token=eyJ…`. Browsers do not send fragments. */
export function tokenInFragment(fragment: string): string | undefined {
  const token = new URLSearchParams(fragment.replace(/^#/u, "")).get("token");
  return token === null || token === "" ? undefined : token;
}

/** Replaces the token in a fragment. */
export function replaceToken(fragment: string, token: string): string {
  const parts = new URLSearchParams(fragment.replace(/^#/u, ""));
  parts.set("token", token);
  return `#${parts.toString()}`;
}
