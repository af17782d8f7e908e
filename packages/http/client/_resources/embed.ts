import type { Call, CallForBytes } from "../_call.ts";
import type { Body, Query } from "../_contract.ts";
import { allPages } from "../_pages.ts";
import type { CallOptions, KeyedOptions } from "../options.ts";

/** Embedding, from the integrator's own server, with a project key. */
export const embed = (call: Call, bytes: CallForBytes): EmbedCalls => ({
  sessions: sessions(call),
  catalogs: catalogs(call),
  templates: builderTemplates(call, bytes),
  renders: formRenders(call),
});

const sessions = (call: Call) => ({
  /** Creates a session for one person. It lasts 4 hours. */
  create: (session: Body<"embedSessions", "create">, options?: KeyedOptions) =>
    call("embedSessions", "create", { body: session, options }),

  /** Renews a session for 4 hours. Each renew token can be used once. */
  renew: (renewToken: string, options?: KeyedOptions) =>
    call("embedSessions", "refresh", { body: { renewToken }, options }),

  /** Ends a session immediately. */
  end: (id: string, options?: CallOptions) =>
    call("embedSessions", "end", { path: { id }, options }),
});

const catalogs = (call: Call) => ({
  /** Stores a catalog. A catalog with the same name becomes the next version. */
  create: (catalog: Body<"embedCatalogs", "create">, options?: KeyedOptions) =>
    call("embedCatalogs", "create", { body: catalog, options }),

  /** Every version of every catalog, newest first. */
  list: (options?: CallOptions) => call("embedCatalogs", "list", { options }),
});

const builderTemplates = (call: Call, bytes: CallForBytes) => ({
  /** All templates, newest-updated first. */
  list: (options?: CallOptions) => call("builder", "list", { options }),

  /** Stores a new draft, and publishes it if it is complete, unless `publish` is `false`. */
  create: (draft: Body<"builder", "create">, options?: KeyedOptions) =>
    call("builder", "create", { body: draft, options }),

  /** A template with its draft; with `layout: "published"`, its layout is that of the current version. */
  get: (id: string, { layout, ...options }: CallOptions & Query<"builder", "get"> = {}) =>
    call("builder", "get", {
      path: { id },
      query: layout === undefined ? {} : { layout },
      options,
    }),

  /** Replaces the draft of a revision. */
  save: (id: string, draft: Body<"builder", "save">, options?: CallOptions) =>
    call("builder", "save", { path: { id }, body: draft, options }),

  /** Deletes a template. Its renders remain. */
  remove: (id: string, options?: CallOptions) =>
    call("builder", "remove", { path: { id }, options }),

  /** Publishes the draft as the next version. */
  publish: (id: string, options?: KeyedOptions) =>
    call("builder", "publish", { path: { id }, options }),

  /** The versions of a template, newest first. */
  versions: (id: string, options?: CallOptions) =>
    call("builder", "versions", { path: { id }, options }),

  /** Publishes an earlier version again. */
  rollback: (id: string, to: Body<"builder", "rollback">, options?: KeyedOptions) =>
    call("builder", "rollback", { path: { id }, body: to, options }),

  /** Renders a layout with data, or with sample data. The PDF is not stored. */
  preview: (layout: Body<"builder", "preview">, options?: CallOptions) =>
    bytes("builder", "preview", { body: layout, options }),
});

const formRenders = (call: Call) => {
  const list = (query: Query<"forms", "list"> = {}, options?: CallOptions) =>
    call("forms", "list", { query, options });

  return {
    /** A page of form submissions, newest first. */
    list,

    /** All form submissions from `cursor` on, newest first, as a stream of rows. */
    all: (query: Query<"forms", "list"> = {}, options?: CallOptions) =>
      allPages(
        query.cursor,
        (cursor) => list(cursor === undefined ? query : { ...query, cursor }, options),
        (page) => page.renders,
      ),
  };
};

/** The client's calls for embedding. */
export interface EmbedCalls {
  /** Sessions of builders and forms. */
  readonly sessions: SessionCalls;
  /** Variables that builders can insert. */
  readonly catalogs: CatalogCalls;
  /** Templates with their drafts. */
  readonly templates: BuilderTemplateCalls;
  /** Renders from forms. */
  readonly renders: FormRenderCalls;
}

interface SessionCalls extends ReturnType<typeof sessions> {}

interface CatalogCalls extends ReturnType<typeof catalogs> {}

interface BuilderTemplateCalls extends ReturnType<typeof builderTemplates> {}

interface FormRenderCalls extends ReturnType<typeof formRenders> {}
