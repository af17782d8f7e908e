import { once } from "node:events";
import * as net from "node:net";

import { Effect } from "effect";

/** Below the system's ephemeral ports, so that no other process gets one of these by chance. */
const FIRST = 20_000;
const COUNT = 12_000;

/** A free port of this machine, for a later server. */
export const freePort: Effect.Effect<number> = Effect.promise(async () => {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    const server = net.createServer();
    const listening = await once(server.listen(port, "127.0.0.1"), "listening").catch(
      () => undefined,
    );
    if (listening === undefined) continue;
    server.close();
    await once(server, "close");
    return port;
  }
});
