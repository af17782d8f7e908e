import { Layer, ManagedRuntime } from "effect";

import { rendererOnPool } from "../pdf_renderer.ts";
import { ThreadPool } from "../threads/thread_pool.ts";

/** The threads of this process. They end with it. */
const threads = ManagedRuntime.make(ThreadPool.layer({ threads: 1, deadline: "30 seconds" }));

/**
 * A `pdfRenderer` whose threads all suites of a process share: starting them takes half a CPU second. Threads know
 * templates by their random ids and nothing else of a suite.
 */
export const sharedRenderer = Layer.provide(
  rendererOnPool,
  Layer.effectContext(threads.contextEffect),
);
