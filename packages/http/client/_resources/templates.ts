import type { Call, CallForBytes } from "../_call.ts";
import type { Body, Query } from "../_contract.ts";
import type { CallOptions, KeyedOptions } from "../options.ts";

/** Templates, with a project key. */
export const templates = (call: Call, bytes: CallForBytes) => ({
  /** All templates, newest-updated first. */
  list: (options?: CallOptions) => call("templates", "list", { options }),

  /** Creates a template under a new slug, which is derived from the name by default. */
  create: (template: Body<"templates", "create">, options?: KeyedOptions) =>
    call("templates", "create", { body: template, options }),

  /** Publishes a template: a new one, or the next version. */
  publish: (slug: string, template: Body<"templates", "publish">, options?: KeyedOptions) =>
    call("templates", "publish", { path: { slug }, body: template, options }),

  /** A template with the content of its current version. */
  get: (slug: string, options?: CallOptions) =>
    call("templates", "get", { path: { slug }, options }),

  /** Deletes a template. Its renders remain. */
  remove: (slug: string, options?: CallOptions) =>
    call("templates", "remove", { path: { slug }, options }),

  /** The versions of a template, newest first. */
  versions: (slug: string, options?: CallOptions) =>
    call("templates", "versions", { path: { slug }, options }),

  /** A version with its content. */
  version: (slug: string, versionNumber: number, options?: CallOptions) =>
    call("templates", "version", { path: versionPath(slug, versionNumber), options }),

  /** A page of a version with sample data, from 1, as PNG: 800 pixels wide by default. */
  pageImage: (
    slug: string,
    versionNumber: number,
    page: number,
    query: Query<"templates", "pageImage"> = {},
    options?: CallOptions,
  ) =>
    bytes("templates", "pageImage", {
      path: { ...versionPath(slug, versionNumber), page: String(page) },
      query,
      options,
    }),

  /** Data that the current version renders. */
  sampleData: (slug: string, options?: CallOptions) =>
    call("templates", "sampleData", { path: { slug }, options }),
});

const versionPath = (slug: string, versionNumber: number) => ({
  slug,
  versionNumber: String(versionNumber),
});

/** The client's calls for templates. */
export interface TemplateCalls extends ReturnType<typeof templates> {}
