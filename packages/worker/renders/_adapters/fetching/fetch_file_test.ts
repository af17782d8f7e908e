import { createServer, type RequestListener } from "node:http";

import { assert, describe, it } from "@effect/vitest";
import { Effect } from "effect";

import { fetchFile } from "./fetch_file.ts";

/** A server on this machine; its port. */
const serve = (listener: RequestListener) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly port: number; readonly close: () => void }>((resume) => {
      const server = createServer(listener).listen(0, "127.0.0.1", () => {
        const address = server.address();
        const port = typeof address === "object" && address !== null ? address.port : 0;
        const close = () => {
          server.closeAllConnections();
          server.close();
        };
        resume(Effect.succeed({ port, close }));
      });
    }),
    ({ close }) => Effect.sync(close),
  ).pipe(Effect.map(({ port }) => port));

const OPEN = { maxBytes: 1_000, allowPrivateNetwork: true };
const CLOSED = { maxBytes: 1_000, allowPrivateNetwork: false };

describe("fetchFile()", () => {
  it.effect("fetches what a server sends", () =>
    Effect.gen(function* () {
      const port = yield* serve((_, response) => response.end("hello"));
      const bytes = yield* fetchFile(`http://127.0.0.1:${port}/a.png`, OPEN);
      assert.strictEqual(Buffer.from(bytes).toString(), "hello");
    }),
  );

  it.effect("stops at what is too large", () =>
    Effect.gen(function* () {
      const port = yield* serve((_, response) => response.end(Buffer.alloc(1_001)));
      const problem = yield* fetchFile(`http://127.0.0.1:${port}/`, OPEN).pipe(Effect.flip);
      assert.match(problem.message, /larger/);
    }),
  );

  it.effect("does not follow a redirect, and takes no error page for an image", () =>
    Effect.gen(function* () {
      const port = yield* serve((request, response) =>
        response.writeHead(request.url === "/" ? 302 : 404, { location: "/b" }).end("gone"),
      );
      for (const path of ["/", "/b"]) {
        const problem = yield* fetchFile(`http://127.0.0.1:${port}${path}`, OPEN).pipe(Effect.flip);
        assert.match(problem.message, /answered/);
      }
    }),
  );

  it.effect("reaches no private address, by number or by name", () =>
    Effect.gen(function* () {
      const asked: Array<string> = [];
      const port = yield* serve((request, response) => {
        asked.push(String(request.url));
        response.end("secret");
      });
      for (const host of [
        "127.0.0.1",
        "localhost",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "0x7f.1",
        "2130706433",
        "0.0.0.0",
        "169.254.169.254",
      ]) {
        const problem = yield* fetchFile(`http://${host}:${port}/`, CLOSED).pipe(Effect.flip);
        assert.match(problem.message, /not on the public internet|cannot be reached/);
      }
      assert.isEmpty(asked);
    }),
  );

  it.effect("tells a server that breaks off, and an address that is none", () =>
    Effect.gen(function* () {
      const port = yield* serve((_, response) => {
        response.writeHead(200, { "content-length": "900" });
        response.write("part", () => response.destroy());
      });
      yield* fetchFile(`http://127.0.0.1:${port}/`, OPEN).pipe(Effect.flip);
      yield* fetchFile("http://", OPEN).pipe(Effect.flip);
      yield* fetchFile("http://user:secret@127.0.0.1/", OPEN).pipe(Effect.flip);
    }),
  );
});
