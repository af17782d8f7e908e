/**
 * Options for Node in processes that live for seconds. The embedded database is WebAssembly, and to
 * optimise its code costs more than it saves; a heap that is large from the beginning is collected less
 * often. The same for all of them: what they keep of translated sources is kept by options.
 */
export const QUICK_TO_START: ReadonlyArray<string> = [
  "--liftoff-only",
  "--min-semi-space-size=32",
  "--max-semi-space-size=64",
  "--initial-heap-size=512",
];
