/** How often the parent process is looked at, in milliseconds. */
const CHECKING = 250;

/**
 * Stops a service that npm started (`npm start`, `npx paraph serve`) when its parent process ends.
 *
 * npm passes SIGTERM to the shell of the script, and that shell ends without passing it on: the service
 * would go on without npm. A script that begins with `exec` has no shell in between.
 */
export function stopWithNpm(): void {
  if (process.env["npm_lifecycle_event"] === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, CHECKING);
  timer.unref();
}
