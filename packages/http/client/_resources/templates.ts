import type { Call } from "../_call.ts";
import type { Body } from "../_contract.ts";
import type { CallOptions, KeyedOptions } from "../options.ts";

/** Templates, with a project key. */
export const templates = (call: Call) => ({
  /** All templates, newest-updated first. */
  list: (options?: CallOptions) => call("templates", "list", { options }),

  /** Creates a template under a new slug, which is derived from the name by default. */
  create: (template: Body<"templates", "create">, options?: KeyedOptions) =>
    call("templates", "create", { body: template, options }),

  /** Makes a template, or the next version of it. */
  publish: (slug: string, template: Body<"templates", "publish">, options?: KeyedOptions) =>
    call("templates", "publish", { path: { slug }, body: template, options }),

  /** A template with what its current version holds. */
  get: (slug: string, options?: CallOptions) =>
    call("templates", "get", { path: { slug }, options }),

  /** Deletes a template; its renders stay. */
  remove: (slug: string, options?: CallOptions) =>
    call("templates", "remove", { path: { slug }, options }),

  /** The versions of a template, newest first. */
  versions: (slug: string, options?: CallOptions) =>
    call("templates", "versions", { path: { slug }, options }),
});

/** What the client does with templates. */
export interface TemplateCalls extends ReturnType<typeof templates> {}
