import type { Call, CallForBytes } from "../_call.ts";
import type { Body, Query } from "../_contract.ts";
import { allPages } from "../_pages.ts";
import type { CallOptions, KeyedOptions } from "../options.ts";

/** What a partner that embeds does from its own server, with a project key. */
export const embed = (call: Call, bytes: CallForBytes): EmbedCalls => ({
  sessions: sessions(call),
  catalogs: catalogs(call),
  templates: builderTemplates(call, bytes),
  renders: formRenders(call),
});

const sessions = (call: Call) => ({
  /** Opens a session for one person: 4 hours. */
  create: (session: Body<"embedSessions", "create">, options?: KeyedOptions) =>
    call("embedSessions", "create", { body: session, options }),

  /** Goes on with a session for 4 hours; each renew token is good once. */
  renew: (renewToken: string, options?: KeyedOptions) =>
    call("embedSessions", "refresh", { body: { renewToken }, options }),

  /** Ends a session at once. */
  end: (id: string, options?: CallOptions) =>
    call("embedSessions", "end", { path: { id }, options }),
});

const catalogs = (call: Call) => ({
  /** Keeps a catalog; the same name makes its next version. */
  create: (catalog: Body<"embedCatalogs", "create">, options?: KeyedOptions) =>
    call("embedCatalogs", "create", { body: catalog, options }),

  /** Every version of every catalog, newest first. */
  list: (options?: CallOptions) => call("embedCatalogs", "list", { options }),
});

const builderTemplates = (call: Call, bytes: CallForBytes) => ({
  /** All templates, newest-updated first. */
  list: (options?: CallOptions) => call("builder", "list", { options }),

  /** Keeps a new draft, and publishes it when it can be drawn. */
  create: (draft: Body<"builder", "create">, options?: KeyedOptions) =>
    call("builder", "create", { body: draft, options }),

  /** A template as the builder shows it. */
  get: (id: string, options?: CallOptions) => call("builder", "get", { path: { id }, options }),

  /** Keeps a draft in place of the one of a revision. */
  save: (id: string, draft: Body<"builder", "save">, options?: CallOptions) =>
    call("builder", "save", { path: { id }, body: draft, options }),

  /** Deletes a template; its renders stay. */
  remove: (id: string, options?: CallOptions) =>
    call("builder", "remove", { path: { id }, options }),

  /** Publishes the draft as the next version. */
  publish: (id: string, options?: KeyedOptions) =>
    call("builder", "publish", { path: { id }, options }),

  /** The versions of a template, newest first. */
  versions: (id: string, options?: CallOptions) =>
    call("builder", "versions", { path: { id }, options }),

  /** Publishes once more what an earlier version holds. */
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
    /** A page of what came of forms, newest first. */
    list,

    /** All that came of forms from `cursor` on, newest first, page by page. */
    all: (query: Query<"forms", "list"> = {}, options?: CallOptions) =>
      allPages(
        query.cursor,
        (cursor) => list(cursor === undefined ? query : { ...query, cursor }, options),
        (page) => page.renders,
      ),
  };
};

/** What the client does for embedding. */
export interface EmbedCalls {
  /** Sessions of people who build or fill in. */
  readonly sessions: SessionCalls;
  /** What builders offer to insert. */
  readonly catalogs: CatalogCalls;
  /** Templates as the builder has them. */
  readonly templates: BuilderTemplateCalls;
  /** What came of forms. */
  readonly renders: FormRenderCalls;
}

interface SessionCalls extends ReturnType<typeof sessions> {}

interface CatalogCalls extends ReturnType<typeof catalogs> {}

interface BuilderTemplateCalls extends ReturnType<typeof builderTemplates> {}

interface FormRenderCalls extends ReturnType<typeof formRenders> {}
