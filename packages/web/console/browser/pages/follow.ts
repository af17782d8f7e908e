import type { Render } from "../resources.ts";

/** Milliseconds between two checks of what is open. */
const POLL_INTERVAL = 2000;

/** Whether a render has not ended. */
export function isOpen({ status }: Pick<Render, "status">): boolean {
  return status === "queued" || status === "rendering";
}

/**
 * Runs a check regularly while a page is shown and visible, and never after the user has left it. Failures are
 * retried with the next check.
 */
export function follow(signal: AbortSignal, check: () => Promise<void>): void {
  // Pages start to follow when their data has arrived: the user may have left them before.
  if (signal.aborted) return;
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning || document.hidden) return;
    isRunning = true;
    check().then(
      () => (isRunning = false),
      () => (isRunning = false),
    );
  }, POLL_INTERVAL);
  signal.addEventListener("abort", () => clearInterval(timer), { once: true });
}
