import { createServer, type RequestListener } from "node:http";
import type { Socket } from "node:net";

import { Effect } from "effect";

/** A server on a loopback port, and the number of connections so far. */
export interface LocalServer {
  readonly port: number;
  readonly connections: () => number;
}

/** Listens on this machine until the scope closes. */
export const localServer = (listener: RequestListener) =>
  Effect.acquireRelease(
    Effect.callback<LocalServer & { readonly close: () => void }>((resume) => {
      const sockets = new Set<Socket>();
      const server = createServer(listener).listen(0, "127.0.0.1", () => {
        const address = server.address();
        const port = typeof address === "object" && address !== null ? address.port : 0;
        const close = () => {
          server.closeAllConnections();
          server.close();
        };
        resume(Effect.succeed({ port, connections: () => sockets.size, close }));
      });
      server.on("connection", (socket) => sockets.add(socket));
    }),
    ({ close }) => Effect.sync(close),
  );
