import { Writable } from "node:stream";

import { assert, it } from "@effect/vitest";
import { Effect } from "effect";

import { lineWriter } from "./line_writer.ts";

function recordingStream() {
  const writes: Array<string> = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      writes.push(String(chunk));
      done();
    },
  });
  return { writes, stream };
}

const turn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)));

it.effect("writes the lines of a turn at once, in their order", () =>
  Effect.gen(function* () {
    const { writes, stream } = recordingStream();
    const write = yield* lineWriter(stream);
    write("a");
    write("b");
    assert.deepStrictEqual(writes, []);
    yield* turn;
    write("c");
    yield* turn;
    assert.deepStrictEqual(writes, ["a\nb\n", "c\n"]);
  }),
);

it.effect("writes what is left when its scope closes", () =>
  Effect.gen(function* () {
    const { writes, stream } = recordingStream();
    yield* Effect.scoped(Effect.map(lineWriter(stream), (write) => write("last")));
    assert.deepStrictEqual(writes, ["last\n"]);
  }),
);
