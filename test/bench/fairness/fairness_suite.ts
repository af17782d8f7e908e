import * as os from "node:os";

import { figure, occasion, table } from "../results.ts";
import { startServer } from "../started_server.ts";
import { quantile } from "../statistics.ts";
import { startAttack } from "./attacks.ts";
import { measureVictim, OPERATIONS } from "./victim.ts";

const WARM_UP = 2;
const ROUNDS = 10;

/** What the load of another project may add to the 95th percentile: twice the time, and a second. */
const upperBound = (idle: number) => idle * 2 + 1_000;

/** Measures a project alone and next to an attacker; returns a section of `RESULTS.md`. */
export async function fairnessSection(): Promise<string> {
  const server = await startServer();
  try {
    await measureVictim(server, "warm", WARM_UP);
    const idle = await measureVictim(server, "idle", ROUNDS);
    const attack = await startAttack(server.callAsOther);
    const [begin] = os.loadavg();
    const attackTimes = await measureVictim(server, "attacked", ROUNDS);
    await attack.stop();
    const rows = OPERATIONS.map((operation) => {
      const alone = quantile(idle[operation], 0.95);
      const underAttack = quantile(attackTimes[operation], 0.95);
      const holds = underAttack <= upperBound(alone) ? "holds" : "**does not hold**";
      return [operation, figure(alone), figure(underAttack), figure(upperBound(alone)), holds];
    });
    return `## Fairness

${occasion("fairness")} · load average ${figure(begin ?? 0)} at the beginning of the attack

One project publishes, renders, sends for signature and has sealed, one after the other, ${ROUNDS} times. Meanwhile a project of
another account floods the same server: 300 queued renders of a slow drawing, and 12 requests at any time that publish a PDF that
unpacks to 400 MB, a page tree that lists its nodes twice, a drawing that takes long, or send a document for signature. The
95th percentile, in milliseconds; the bound is twice that of the idle server and a second.

${table(["", "idle", "under attack", "bound", ""], rows)}
`;
  } finally {
    await server.stop();
  }
}
