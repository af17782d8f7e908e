declare global {
  interface Document {
    /** Whether the page is made before anybody asks for it; browsers that never do so do not say. */
    readonly prerendering?: boolean;
  }
  interface PerformanceNavigationTiming {
    /** How the page came, where it did not come by itself. */
    readonly deliveryType?: string;
  }
}

/** The states of a link that no longer leads to its document. */
const GONE = new Set([404, 410]);

/**
 * Whether the link leads nowhere any more. If so the page is loaded again, and the server says why;
 * what is shown until then stays.
 */
export async function hasEnded(): Promise<boolean> {
  const status = await statusOf(fetch(location.href, { method: "HEAD", cache: "no-store" }));
  const ended = GONE.has(status);
  if (ended) location.reload();
  return ended;
}

/** Tells the server that the document was printed. Nobody waits for it, and the page may close. */
export function reportPrinted(events: string): void {
  report(events, "printed");
}

/**
 * Tells the server that somebody looks at a page which the browser had fetched ahead: the server takes
 * no such fetch for a look, and no other follows.
 */
export function reportViewedIfAhead(events: string): void {
  if (document.prerendering) {
    const viewed = () => report(events, "viewed");
    document.addEventListener("prerenderingchange", viewed, { once: true });
  } else if (deliveryType() === "navigational-prefetch") {
    report(events, "viewed");
  }
}

function report(events: string, eventType: "printed" | "viewed"): void {
  const body = JSON.stringify({ eventType });
  const headers = { "content-type": "application/json" };
  void statusOf(fetch(events, { method: "POST", headers, body, keepalive: true }));
}

function deliveryType(): string | undefined {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation instanceof PerformanceNavigationTiming ? navigation.deliveryType : undefined;
}

/** Zero when nobody answers: then nothing is known. */
async function statusOf(answer: Promise<Response>): Promise<number> {
  try {
    return (await answer).status;
  } catch {
    return 0;
  }
}
