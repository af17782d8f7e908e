import { buildThread } from "./threads/build_thread.ts";

/** What a published package brings along built: folders below `built`. */
export const builds = { threads: buildThread };
