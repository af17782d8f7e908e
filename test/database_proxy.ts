import { connect, createServer, type Socket } from "node:net";

import { Effect } from "effect";

/** A way to a database that can be blocked. */
export interface DatabaseProxy {
  readonly url: string;
  /** From now on nothing passes: connections stay open and silent, or are cut off. */
  readonly block: (how: "silent" | "cut off") => void;
  readonly unblock: () => void;
}

/** Listens before a database server until the scope closes. */
export const databaseProxy = (databaseUrl: string) =>
  Effect.acquireRelease(
    Effect.callback<DatabaseProxy & { readonly close: () => void }>((resume) => {
      const target = new URL(databaseUrl);
      const sockets = new Set<Socket>();
      let blocked: "silent" | "cut off" | undefined;
      const server = createServer((near) => {
        if (blocked === "cut off") return near.destroy();
        const far = connect(Number(target.port || 5432), target.hostname);
        const pass = (from: Socket, to: Socket) => {
          sockets.add(from);
          from.on("data", (bytes) => {
            if (blocked === undefined) to.write(bytes);
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
        const url = new URL(databaseUrl);
        url.host = `127.0.0.1:${port}`;
        const cut = () => sockets.forEach((socket) => socket.destroy());
        resume(
          Effect.succeed({
            url: url.href,
            block: (how) => {
              blocked = how;
              if (how === "cut off") cut();
            },
            unblock: () => {
              blocked = undefined;
              // What was swallowed meanwhile is lost, as with a network that was.
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
