import { Effect, Option } from "effect";

import { jsonStorage } from "../../blobs/mod.ts";
import {
  projectDefaults,
  Publication,
  type StoredLayout,
  type Template,
  TemplateStore,
  versionStorage,
} from "../../templates/mod.ts";
import { type TemplateId, verbatimJson, withMembers } from "../../values/mod.ts";
import { type BuilderCaller, projectOf } from "./builder_caller.ts";
import type { Draft } from "./builder_template.ts";
import { builderLayout, draftCategory, type DraftState, initialState } from "./draft.ts";
import { type DraftContent, prepareDraft } from "./draft_content.ts";
import { DraftStore, type SavedDraft } from "./draft_store.ts";

/** The stored document of a draft. */
export type StoredDocument = Pick<SavedDraft, "document" | "category">;

/** Content to publish with a stored layout. */
export type StoredContent = DraftContent & { readonly stored: StoredLayout };

/** A draft with its whole document. */
export interface WholeDraft extends DraftState {
  readonly document: Draft;
}

/**
 * Stores large parts of drafts and their versions outside of rows, and loads them. Store before the
 * transaction begins.
 */
export const draftStorage = Effect.gen(function* () {
  const store = yield* TemplateStore;
  const drafts = yield* DraftStore;
  const publication = yield* Publication;
  const documents = yield* jsonStorage;
  const versions = yield* versionStorage;
  const defaultsOf = yield* projectDefaults;

  const storeDocument = Effect.fnUntraced(function* (
    document: Draft,
  ): Effect.fn.Return<StoredDocument> {
    const storedJson = yield* documents.store(verbatimJson(document));
    return { document: storedJson, category: draftCategory(document) };
  });

  /** Checks, compiles and stores a layout; fails with all problems that prevent rendering. */
  const prepare = Effect.fnUntraced(function* (
    caller: BuilderCaller,
    name: string,
    layout: Draft["layout"],
  ) {
    const catalog = caller.kind === "session" ? caller.session.catalog : null;
    const content = yield* prepareDraft(
      publication,
      { name, layout },
      catalog,
      yield* defaultsOf(projectOf(caller)),
    );
    const storedLayout = yield* versions.store(content);
    return { ...content, stored: storedLayout } satisfies StoredContent;
  });

  const find = Effect.fnUntraced(function* (id: TemplateId) {
    const savedDraft = yield* drafts.find(id);
    if (Option.isNone(savedDraft)) return Option.none<WholeDraft>();
    const { document, ...state } = savedDraft.value;
    const fullDocument: Draft = yield* documents.loadVerbatim(document);
    return Option.some({ ...state, document: fullDocument });
  });

  /** A published version with its layout. */
  const version = Effect.fnUntraced(function* (template: TemplateId, versionNumber: number) {
    const row = yield* store.findVersion(template, versionNumber);
    const { id, ...content } = Option.getOrThrow(row);
    const layout = yield* versions.layout(yield* store.loadLayout(id));
    return { ...content, layout };
  });

  /** The draft of a template; its current version if no draft was saved. */
  const load = Effect.fnUntraced(function* ({
    id,
    currentVersionNumber,
  }: Template): Effect.fn.Return<WholeDraft> {
    const storedDraft = yield* find(id);
    if (Option.isSome(storedDraft)) return storedDraft.value;
    const state = initialState(currentVersionNumber);
    if (currentVersionNumber === null) return { ...state, document: {} };
    const layout = builderLayout(yield* version(id, currentVersionNumber));
    return { ...state, document: { layout } };
  });

  /** The draft of a template with the layout of its current version. */
  const loadPublished = Effect.fnUntraced(function* (template: Template) {
    const { id, currentVersionNumber } = template;
    const draft = yield* load(template);
    const layout =
      currentVersionNumber === null
        ? null
        : builderLayout(yield* version(id, currentVersionNumber));
    return { ...draft, document: withMembers(draft.document, { layout }) };
  });

  /** A version to publish again, and the draft with its layout if the template has a draft. */
  const prepareRollback = Effect.fnUntraced(function* (id: TemplateId, versionNumber: number) {
    const source = yield* version(id, versionNumber);
    const storedDraft = yield* find(id);
    if (Option.isNone(storedDraft)) return { source, draft: undefined };
    const { document, revision } = storedDraft.value;
    const layout = builderLayout(source);
    const storedDocument = yield* storeDocument(withMembers(document, { layout }));
    return { source, draft: { ...storedDocument, revision } };
  });

  return { storeDocument, prepare, load, loadPublished, prepareRollback };
});
