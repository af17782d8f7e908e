/**
 * Node options for processes that live for seconds. Optimising the WebAssembly of the embedded database costs
 * more than it saves, and a heap that is large from the start is collected less often. All processes have the
 * same options, since Node's cache of translated sources depends on them.
 */
export const QUICK_TO_START: ReadonlyArray<string> = [
  "--liftoff-only",
  "--min-semi-space-size=32",
  "--max-semi-space-size=64",
  "--initial-heap-size=512",
];
