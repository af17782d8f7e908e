/** The session token in the fragment of an address, such as `#token=eyJ…`; the fragment never leaves the browser. */
export function tokenIn(fragment: string): string | undefined {
  const token = new URLSearchParams(fragment.replace(/^#/u, "")).get("token");
  return token === null || token === "" ? undefined : token;
}

/** The same fragment with another token. */
export function fragmentWith(fragment: string, token: string): string {
  const parts = new URLSearchParams(fragment.replace(/^#/u, ""));
  parts.set("token", token);
  return `#${parts.toString()}`;
}
