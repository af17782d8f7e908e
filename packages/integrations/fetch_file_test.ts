import { assert, describe, it } from "@effect/vitest";
import { localServer } from "@paraph/testing/local_server";
import { Effect } from "effect";

import { fetchFile } from "./image_fetcher.ts";

const ANY_NETWORK = { maxBytes: 1_000, allowPrivateNetwork: true };
const PUBLIC_NETWORK = { maxBytes: 1_000, allowPrivateNetwork: false };

describe("fetchFile()", () => {
  it.effect("fetches a file", () =>
    Effect.gen(function* () {
      const { port } = yield* localServer((_, response) => response.end("hello"));
      const bytes = yield* fetchFile(`http://127.0.0.1:${port}/a.png`, ANY_NETWORK);
      assert.strictEqual(Buffer.from(bytes).toString(), "hello");
    }),
  );

  it.effect("stops at the size limit", () =>
    Effect.gen(function* () {
      const { port } = yield* localServer((_, response) => response.end(Buffer.alloc(1_001)));
      const problem = yield* fetchFile(`http://127.0.0.1:${port}/`, ANY_NETWORK).pipe(Effect.flip);
      assert.match(problem.message, /larger/);
    }),
  );

  it.effect("does not follow redirects, and rejects error pages", () =>
    Effect.gen(function* () {
      const { port } = yield* localServer((request, response) =>
        response.writeHead(request.url === "/" ? 302 : 404, { location: "/b" }).end("gone"),
      );
      for (const path of ["/", "/b"]) {
        const problem = yield* fetchFile(`http://127.0.0.1:${port}${path}`, ANY_NETWORK).pipe(
          Effect.flip,
        );
        assert.match(problem.message, /responded with/);
      }
    }),
  );

  it.effect("does not connect to private addresses", () =>
    Effect.gen(function* () {
      const { port, connections } = yield* localServer((_, response) => response.end("secret"));
      for (const host of ["127.0.0.1", "localhost", "[::1]", "2130706433"]) {
        yield* fetchFile(`http://${host}:${port}/`, PUBLIC_NETWORK).pipe(Effect.flip);
      }
      assert.strictEqual(connections(), 0);
    }),
  );

  it.effect("reports a closed connection and an invalid URL", () =>
    Effect.gen(function* () {
      const { port } = yield* localServer((_, response) => {
        response.writeHead(200, { "content-length": "900" });
        response.write("part", () => response.destroy());
      });
      yield* fetchFile(`http://127.0.0.1:${port}/`, ANY_NETWORK).pipe(Effect.flip);
      yield* fetchFile("http://", ANY_NETWORK).pipe(Effect.flip);
      yield* fetchFile("http://user:secret@127.0.0.1/", ANY_NETWORK).pipe(Effect.flip);
    }),
  );
});
