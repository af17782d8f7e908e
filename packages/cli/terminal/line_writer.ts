import { Effect, type Scope } from "effect";

/**
 * Writes lines to a stream of the process, those of one turn of the event loop together: each write is a
 * system call. The rest is written when the scope closes or the process exits.
 */
export const lineWriter = Effect.fnUntraced(function* (
  stream: NodeJS.WritableStream,
): Effect.fn.Return<(line: string) => void, never, Scope.Scope> {
  let pending = "";
  const flush = () => {
    const lines = pending;
    pending = "";
    if (lines !== "") stream.write(lines);
  };
  yield* Effect.acquireRelease(
    Effect.sync(() => process.on("exit", flush)),
    () =>
      Effect.sync(() => {
        process.off("exit", flush);
        flush();
      }),
  );
  return (line) => {
    if (pending === "") setImmediate(flush);
    pending += `${line}\n`;
  };
});
