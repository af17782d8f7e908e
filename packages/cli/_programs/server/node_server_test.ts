import { once } from "node:events";
import { Agent, get, type IncomingMessage, type Server } from "node:http";
import { connect } from "node:net";

import { assert, describe, it } from "@effect/vitest";
import { Effect } from "effect";

import { nodeServer } from "./node_server.ts";

const listening = (server: Server) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      await once(server.listen(0, "127.0.0.1"), "listening");
      const address = server.address();
      return typeof address === "object" && address !== null ? address.port : 0;
    }),
    () => Effect.sync(() => server.close().closeAllConnections()),
  );

/** Requests `/` over a connection that an agent keeps alive. */
const ask = async (agent: Agent, port: number): Promise<IncomingMessage> => {
  const [response]: Array<IncomingMessage> = await once(get({ agent, port }), "response");
  await once(response!.resume(), "end");
  return response!;
};

describe("nodeServer()", () => {
  it.live("keeps idle connections for 75 s, and announces it in a header", () =>
    Effect.gen(function* () {
      const server = nodeServer();
      server.on("request", (_, response) => response.end());
      const port = yield* listening(server);
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const { headers } = yield* Effect.promise(() => ask(agent, port));
      assert.deepInclude(headers, { connection: "keep-alive", "keep-alive": "timeout=75" });
      assert.deepInclude(server, {
        keepAliveTimeout: 75_000,
        headersTimeout: 30_000,
        requestTimeout: 300_000,
      });
      agent.destroy();
    }),
  );

  it.live("closes a connection whose request head is not complete in time", () =>
    Effect.gen(function* () {
      const server = nodeServer({ idle: 60_000, head: 100, request: 60_000, checkInterval: 20 });
      server.on("request", (_, response) => response.end());
      const port = yield* listening(server);
      for (const head of ["", "GET / HTTP/1.1\r\nhost: x\r\n"]) {
        const socket = connect(port, "127.0.0.1");
        let responseText = "";
        socket.on("data", (bytes) => (responseText += String(bytes))).write(head);
        yield* Effect.promise(() => once(socket, "close"));
        if (head !== "") assert.match(responseText, /^HTTP\/1\.1 408 /);
      }
    }),
  );

  it.live("shuts down although a connection has sent no request, or only a part of one", () =>
    Effect.gen(function* () {
      const server = nodeServer();
      server.on("request", (_, response) => response.end());
      const port = yield* listening(server);
      for (const head of ["", "GET / HTTP/1.1\r\nhost: x\r\n"]) {
        const socket = connect(port, "127.0.0.1");
        yield* Effect.promise(() => once(server, "connection"));
        socket.write(head);
      }
      yield* Effect.promise(() => once(server.close(), "close"));
      assert.isFalse(server.listening);
    }),
  );

  it.live("closes each connection at shutdown as soon as its request has ended", () =>
    Effect.gen(function* () {
      const server = nodeServer();
      const port = yield* listening(server);
      const arrival = Promise.withResolvers<void>();
      const go = Promise.withResolvers<void>();
      let requests = 0;
      server.on("request", (_, response) => {
        requests += 1;
        if (requests === 2) arrival.resolve();
        if (requests === 1) response.end();
        else void go.promise.then(() => response.end());
      });
      const agents = [0, 1].map(() => new Agent({ keepAlive: true, maxSockets: 1 }));
      yield* Effect.promise(() => ask(agents[0]!, port));
      const second = ask(agents[1]!, port);
      yield* Effect.promise(() => arrival.promise);
      const shutdown = new Promise<void>((resolve) => server.close(() => resolve()));
      go.resolve();
      yield* Effect.promise(() => second);
      // Not after 75 s.
      yield* Effect.promise(() => shutdown);
      for (const agent of agents) agent.destroy();
    }),
  );
});
