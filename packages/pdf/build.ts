import { buildFonts } from "./fonts/bundled/build_fonts.ts";
import { buildThread } from "./threads/build_thread.ts";

/** The prebuilt parts of the published package, by their folder below `built`. */
export const builds = { fonts: buildFonts, threads: buildThread };
