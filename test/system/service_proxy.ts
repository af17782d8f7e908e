import { connect, createServer, type Socket } from "node:net";

import { Effect } from "effect";

const POSTGRES = 5432;

/** A proxy of a service that can be blocked. */
export interface ServiceProxy {
  readonly url: string;
  /** Blocks all traffic: connections stay open without data, or are closed. */
  readonly block: (how: "silent" | "cut off") => void;
  readonly unblock: () => void;
}

/** Forwards connections to a service until the scope closes. */
export const serviceProxy = (serviceUrl: string) =>
  Effect.acquireRelease(
    Effect.callback<ServiceProxy & { readonly close: () => void }>((resume) => {
      const target = new URL(serviceUrl);
      const sockets = new Set<Socket>();
      let blockMode: "silent" | "cut off" | undefined;
      const server = createServer((near) => {
        if (blockMode === "cut off") return near.destroy();
        const far = connect(Number(target.port || POSTGRES), target.hostname);
        const pass = (from: Socket, to: Socket) => {
          sockets.add(from);
          from.on("data", (bytes) => {
            if (blockMode === undefined) to.write(bytes);
          });
          from.on("error", () => to.destroy());
          from.on("close", () => {
            sockets.delete(from);
            to.destroy();
          });
        };
        pass(near, far);
        pass(far, near);
        return undefined;
      }).listen(0, "127.0.0.1", () => {
        const address = server.address();
        const port = typeof address === "object" && address !== null ? address.port : 0;
        const url = new URL(serviceUrl);
        url.host = `127.0.0.1:${port}`;
        const cut = () => sockets.forEach((socket) => socket.destroy());
        resume(
          Effect.succeed({
            url: url.href,
            block: (how) => {
              blockMode = how;
              if (how === "cut off") cut();
            },
            unblock: () => {
              blockMode = undefined;
              // Data that was dropped meanwhile is lost, as on a network.
              cut();
            },
            close: () => {
              cut();
              server.close();
            },
          }),
        );
      });
    }),
    ({ close }) => Effect.sync(close),
  );
