import { Effect } from "effect";

import { makeTemplate } from "./postgres/embedded/durable_pglite.ts";

/** Creates the template of embedded databases. */
export const prepare = (): Promise<void> => Effect.runPromise(makeTemplate);
