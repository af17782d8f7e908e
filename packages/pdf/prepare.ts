import { Effect } from "effect";

import { builtThread } from "./threads/build_thread.ts";

/** Builds the code of threads into its cache. */
export const prepare = (): Promise<string> => Effect.runPromise(Effect.scoped(builtThread));
