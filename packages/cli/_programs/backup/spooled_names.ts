import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { Effect, Stream } from "effect";

/** A list of names on disk until the scope closes, since it may be too long for memory. */
export const spooledNames = Effect.gen(function* () {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => fs.mkdtempSync(path.join(os.tmpdir(), "paraph-backup-"))),
    (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true })),
  );
  const file = path.join(folder, "names");
  fs.writeFileSync(file, "", { mode: 0o600 });
  return {
    add: (names: ReadonlyArray<string>) =>
      Effect.sync(() => fs.appendFileSync(file, names.map((name) => `${name}\n`).join(""))),
    each: <E, R>(take: (name: string) => Effect.Effect<void, E, R>) =>
      Stream.fromAsyncIterable<string, unknown>(
        fs.createReadStream(file, "utf8"),
        (cause) => cause,
      ).pipe(Stream.orDie, Stream.splitLines, Stream.runForEach(take)),
  };
});
