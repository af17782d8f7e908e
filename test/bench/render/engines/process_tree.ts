import * as fs from "node:fs";

/** The tick of Linux's process times. */
const TICK_MILLIS = 10;

interface ProcessTimes {
  readonly parent: number;
  readonly millis: number;
}

/** The CPU milliseconds of all descendants of a process, including ended children. */
export function cpuOfDescendants(root: number): number {
  const processes = new Map<number, ProcessTimes>();
  for (const name of fs.readdirSync("/proc")) {
    const id = Number(name);
    const times = Number.isInteger(id) ? timesOf(id) : undefined;
    if (times !== undefined) processes.set(id, times);
  }
  const isBelow = (id: number): boolean => {
    const parent = processes.get(id)?.parent;
    return parent !== undefined && (parent === root || isBelow(parent));
  };
  return [...processes].reduce((total, [id, { millis }]) => total + (isBelow(id) ? millis : 0), 0);
}

function timesOf(id: number): ProcessTimes | undefined {
  try {
    // The name is in brackets and may contain any characters, so fields are read after it.
    const stat = fs.readFileSync(`/proc/${id}/stat`, "latin1");
    const fields = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15);
    return {
      parent: fields[1] ?? 0,
      millis: (user + system + childrenUser + childrenSystem) * TICK_MILLIS,
    };
  } catch {
    return undefined; // It has ended.
  }
}
