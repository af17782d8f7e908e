import * as net from "node:net";

import { Effect, type Scope } from "effect";

/** A proxy to a PostgreSQL server that counts the statements of its clients. */
export interface CountingProxy {
  /** The URL of the same database through the proxy. */
  readonly url: string;
  readonly statements: () => number;
}

/** Execute and Query: the messages that run a statement. */
const EXECUTE = "E".charCodeAt(0);
const QUERY = "Q".charCodeAt(0);

/** Starts a proxy that stops with the scope. Connections must not use TLS. */
export const countingProxy = (
  databaseUrl: string,
): Effect.Effect<CountingProxy, never, Scope.Scope> => {
  const target = new URL(databaseUrl);
  let statements = 0;
  const server = net.createServer((client) => {
    const upstream = net.connect(Number(target.port || 5432), target.hostname);
    const count = messageCounter((type) => {
      if (type === EXECUTE || type === QUERY) statements++;
    });
    client.on("data", count);
    client.pipe(upstream).pipe(client);
    client.on("error", () => upstream.destroy());
    upstream.on("error", () => client.destroy());
  });
  return Effect.acquireRelease(
    Effect.callback<CountingProxy>((resume) => {
      server.listen(0, "127.0.0.1", () => {
        const address = server.address();
        const url = new URL(databaseUrl);
        url.port = String(typeof address === "object" ? address?.port : "");
        resume(Effect.succeed({ url: url.href, statements: () => statements }));
      });
    }),
    () => Effect.sync(() => server.close()),
  );
};

/** Reads the types of the messages in a client's stream; the first message has no type. */
function messageCounter(onMessage: (type: number) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let isStarted = false;
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      const offset = isStarted ? 1 : 0;
      if (rest.length < offset + 4) return;
      const length = offset + rest.readInt32BE(offset);
      if (rest.length < length) return;
      if (isStarted) onMessage(rest[0] ?? 0);
      isStarted = true;
      rest = rest.subarray(length);
    }
  };
}
