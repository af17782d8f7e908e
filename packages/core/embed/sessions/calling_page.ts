/** The page that calls with a session token, according to the browser. */
export type CallingPage =
  /** A page of the integrator. */
  | { readonly kind: "partner"; readonly origin: string }
  /** A page of Paraph. */
  | { readonly kind: "own" }
  /** The browser does not send it. */
  | { readonly kind: "unknown" };

/** The origins in a token, and those that the integrator currently allows. */
export interface TokenOrigins {
  readonly token: ReadonlyArray<string>;
  readonly allowed: ReadonlyArray<string>;
}

/**
 * Whether a page may use a session token. The token and the integrator's current settings must both allow
 * the origin of a page of the integrator. A page of Paraph is framed, so one common origin is sufficient.
 *
 * @example An origin that the integrator no longer allows
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
