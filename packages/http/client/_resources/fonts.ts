import type { Call } from "../_call.ts";
import type { Body } from "../_contract.ts";
import type { CallOptions, KeyedOptions } from "../options.ts";

/** The fonts of a project, with a project key. */
export const fonts = (call: Call) => ({
  /** Adds a font, or returns it if it exists with the same file. */
  add: (font: Body<"fonts", "add">, options?: KeyedOptions) =>
    call("fonts", "add", { body: font, options }),

  /** All fonts, by name. */
  list: (options?: CallOptions) => call("fonts", "list", { options }),

  /** Deletes a font. Published versions keep its file. */
  remove: (name: string, options?: CallOptions) =>
    call("fonts", "remove", { path: { name }, options }),
});

/** The client's calls for fonts. */
export interface FontCalls extends ReturnType<typeof fonts> {}
