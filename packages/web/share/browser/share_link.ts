declare global {
  interface Document {
    /** Whether the page is prerendered. Browsers without prerendering lack the property. */
    readonly prerendering?: boolean;
  }
  interface PerformanceNavigationTiming {
    /** How the page was delivered, such as `navigational-prefetch`. */
    readonly deliveryType?: string;
  }
}

/** The statuses of a link that no longer works. */
const GONE_STATUSES = new Set([404, 410]);

/**
 * Returns whether the link no longer works. If so, the page reloads and the server's page shows why; until
 * then the document stays visible.
 */
export async function hasEnded(): Promise<boolean> {
  const status = await statusOf(fetch(location.href, { method: "HEAD", cache: "no-store" }));
  const isGone = GONE_STATUSES.has(status);
  if (isGone) location.reload();
  return isGone;
}

/** Reports to the server that the document was printed, also while the page closes. */
export function reportPrinted(events: string): void {
  report(events, "printed");
}

/**
 * Reports a view of a page that the browser had prefetched: the server does not count a prefetch as a
 * view, and no other request follows.
 */
export function reportViewedIfAhead(events: string): void {
  if (document.prerendering) {
    const reportView = () => report(events, "viewed");
    document.addEventListener("prerenderingchange", reportView, { once: true });
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

/** 0 without a response. */
async function statusOf(response: Promise<Response>): Promise<number> {
  try {
    return (await response).status;
  } catch {
    return 0;
  }
}
