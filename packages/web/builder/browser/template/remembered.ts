/** The template that a session has begun: loading the page again goes on with it. */
export function rememberedTemplate(sessionId: string): string | undefined {
  try {
    return sessionStorage.getItem(keyOf(sessionId)) ?? undefined;
  } catch {
    return undefined; // Browsers that keep nothing in frames of other sites.
  }
}

/** Remembers it; nothing forgets it. */
export function rememberTemplate(sessionId: string, id: string | undefined): void {
  try {
    if (id === undefined) sessionStorage.removeItem(keyOf(sessionId));
    else sessionStorage.setItem(keyOf(sessionId), id);
  } catch {
    // As above: then a reload begins anew.
  }
}

function keyOf(sessionId: string): string {
  return `paraph-builder-${sessionId}`;
}
