import * as fs from "node:fs";

/**
 * Milliseconds for which the main threads of a process and of this one were ready to run and had no processor: the
 * delays that come from a busy machine. 0 where the system does not tell.
 */
export function unscheduledMillis(pid: number): number {
  return waitedFor(pid) + waitedFor(process.pid);
}

/** The second number of `schedstat` is the time in the queue of a processor, in nanoseconds. */
function waitedFor(pid: number): number {
  try {
    const text = fs.readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8");
    return Number(text.split(" ")[1]) / 1e6;
  } catch {
    return 0;
  }
}
