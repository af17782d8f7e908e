import { buildThread } from "./threads/build_thread.ts";

/** The prebuilt parts of the published package, by their folder below `built`. */
export const builds = { threads: buildThread };
