/** Which page a call with a session token comes from, as far as the browser tells. */
export type CallingPage =
  /** A page of the partner: its origin. */
  | { readonly kind: "partner"; readonly origin: string }
  /** One of our own pages. */
  | { readonly kind: "own" }
  /** Nobody knows. */
  | { readonly kind: "unknown" };

/** Whose pages may use a token: as the token says, and as the partner has it now. */
export interface TokenOrigins {
  readonly token: ReadonlyArray<string>;
  readonly allowed: ReadonlyArray<string>;
}

/**
 * Whether a page may use a session token. A page of the partner must be allowed by the token and by
 * the partner as of now; our own page is framed by one that is.
 *
 * @example An origin that the partner has taken back
 * ```ts
 * import { mayUseToken } from "@paraph/core/embed";
 * import assert from "node:assert/strict";
 *
 * const page = { kind: "partner", origin: "https://a.example" } as const;
 * const token = ["https://a.example", "https://b.example"];
 * assert.equal(mayUseToken(page, { token, allowed: token }), true);
 * assert.equal(mayUseToken(page, { token, allowed: ["https://b.example"] }), false);
 * assert.equal(mayUseToken({ kind: "own" }, { token, allowed: ["https://b.example"] }), true);
 * assert.equal(mayUseToken({ kind: "unknown" }, { token, allowed: token }), false);
 * ```
 */
export function mayUseToken(page: CallingPage, { token, allowed }: TokenOrigins): boolean {
  const both = token.filter((origin) => allowed.includes(origin));
  if (page.kind === "unknown") return false;
  return page.kind === "own" ? both.length > 0 : both.includes(page.origin);
}
