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
export async function reportPrinted(events: string): Promise<void> {
  const body = JSON.stringify({ eventType: "printed" });
  const headers = { "content-type": "application/json" };
  await statusOf(fetch(events, { method: "POST", headers, body, keepalive: true }));
}

/** Zero when nobody answers: then nothing is known. */
async function statusOf(answer: Promise<Response>): Promise<number> {
  try {
    return (await answer).status;
  } catch {
    return 0;
  }
}
