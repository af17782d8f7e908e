import { Context, DateTime, Effect, Layer, Option, Schema } from "effect";

import { keyedRequest, idempotent } from "../idempotency/mod.ts";
import type { InvalidLoopKey } from "../manifests/mod.ts";
import {
  type DeletedTemplate,
  type PublishedTemplate,
  templateChanges,
  TemplateNotFound,
  TemplateStore,
  VersionConflict,
  type VersionInfo,
  type VersionNotFound,
} from "../templates/mod.ts";
import {
  type InvalidRequest,
  newRow,
  type ProjectId,
  TemplateId,
  Transaction,
  withRandom,
} from "../values/mod.ts";
import { type BuilderCaller, may, projectOf, requireRight } from "./builder_caller.ts";
import type {
  BuilderTemplate,
  BuilderTemplateInfo,
  Draft,
  SaveBuilderTemplate,
} from "./builder_template.ts";
import { builderVersions, type OpenTemplate } from "./builder_versions.ts";
import { builderView, draftName, unkeptState } from "./draft.ts";
import { draftStorage, type StoredContent, type StoredDocument } from "./draft_storage.ts";
import { DraftStore } from "./draft_store.ts";
import { InsertFailed, type PermissionDenied } from "./errors.ts";
import type { Permission } from "./permission.ts";
import { mayOpen } from "./template_access.ts";

/** Drafts of templates, and what becomes of them (interface, Embed; contract §9). */
export class BuilderTemplates extends Context.Service<
  BuilderTemplates,
  {
    readonly list: (project: ProjectId) => Effect.Effect<ReadonlyArray<BuilderTemplateInfo>>;
    /** Keeps a new draft, once for each key, and publishes it when the caller may and it can be drawn. */
    readonly create: (
      caller: BuilderCaller,
      draft: Draft,
      idempotencyKey?: string,
    ) => Effect.Effect<
      BuilderTemplate,
      PermissionDenied | InvalidRequest | InsertFailed | TemplateNotFound
    >;
    /** Lets a caller in to a template that is its to see, for what it has a right to. */
    readonly open: (
      caller: BuilderCaller,
      id: string,
      right?: Permission,
    ) => Effect.Effect<OpenTemplate, TemplateNotFound | PermissionDenied>;
    readonly get: (template: OpenTemplate) => Effect.Effect<BuilderTemplate, TemplateNotFound>;
    readonly save: (
      template: OpenTemplate,
      wanted: SaveBuilderTemplate,
    ) => Effect.Effect<
      BuilderTemplate,
      TemplateNotFound | PermissionDenied | VersionConflict | InvalidRequest
    >;
    /**
     * Makes a version of the draft as it is kept, once for each key; fails with every reason why it
     * cannot be drawn.
     */
    readonly publish: (
      template: OpenTemplate,
      idempotencyKey?: string,
    ) => Effect.Effect<
      PublishedTemplate,
      TemplateNotFound | InvalidRequest | InvalidLoopKey | VersionConflict
    >;
    readonly remove: (template: OpenTemplate) => Effect.Effect<DeletedTemplate, TemplateNotFound>;
    readonly versions: (
      template: OpenTemplate,
    ) => Effect.Effect<ReadonlyArray<VersionInfo>, TemplateNotFound>;
    /** Publishes what an earlier version holds once more, once for each key, and makes it the draft. */
    readonly rollback: (
      template: OpenTemplate,
      versionNumber: number,
      idempotencyKey?: string,
    ) => Effect.Effect<PublishedTemplate, TemplateNotFound | VersionNotFound | VersionConflict>;
  }
>()("@paraph/core/embed/BuilderTemplates") {
  static readonly layer = Layer.effect(
    BuilderTemplates,
    Effect.gen(function* () {
      const store = yield* TemplateStore;
      const drafts = yield* DraftStore;
      const storage = yield* draftStorage;
      const transaction = yield* Transaction;
      const row = yield* withRandom(newRow);
      const changes = yield* templateChanges;
      const repeat = yield* idempotent;
      const { find, lock, load, addVersion, publish, versions, rollback } = yield* builderVersions;

      /** Keeps a first draft, and its first version when there is something to publish. */
      const add = Effect.fnUntraced(function* (
        caller: BuilderCaller,
        { document, stored, name, content }: NewTemplateDraft,
      ) {
        const { id: newId, createdAt } = yield* row;
        const projectId = projectOf(caller);
        const slug = yield* changes.suffixedSlug(name);
        const wanted = { id: TemplateId.make(newId), projectId, slug, name, createdAt };
        const { id, created } = yield* store.claim(wanted);
        // Somebody has drawn the same suffix for the same name.
        if (!created) return yield* InsertFailed.now;
        const template = yield* find({ caller, id });
        const sessionId = caller.kind === "session" ? caller.session.id : null;
        const kept = { templateId: id, ...stored, sessionId, updatedAt: createdAt };
        const state = unkeptState(null);
        yield* drafts.add({ ...kept, ...state });
        if (Option.isNone(content)) return builderView(projectId, template, { document, ...state });
        const published = yield* addVersion(template, content.value);
        const { revision } = state;
        const version = published.currentVersionNumber;
        yield* drafts.notePublished(id, { revision, version });
        const publishedState = { revision, publishedRevision: revision, publishedVersion: version };
        const shown = { ...template, currentVersionNumber: version };
        return builderView(projectId, shown, { document, ...publishedState });
      });

      const create = Effect.fn("BuilderTemplates.create")(function* (
        caller: BuilderCaller,
        document: Draft,
        idempotencyKey?: string,
      ) {
        yield* requireRight(caller, "saveDraft");
        const name = draftName(document);
        const prepared = Effect.gen(function* () {
          // What cannot be drawn yet is a draft like any other.
          const content = may(caller, "publish")
            ? yield* Effect.option(storage.prepare(caller, name, document.layout))
            : Option.none();
          const stored = yield* storage.storeDocument(document);
          return { document, stored, name, content };
        });
        // A session learns nothing of the templates that others create under the same key.
        const within = caller.kind === "session" ? caller.session.id : caller.projectId;
        const scope = { operation: "builder_templates.create", within } as const;
        const identified = (template: BuilderTemplate) => ({
          id: template.documentTemplate._id,
          template,
        });
        const { value } = yield* repeat(keyedRequest(scope, idempotencyKey), {
          replay: (id) => Effect.map(get({ caller, id: TemplateId.make(id) }), identified),
          prepare: yield* Effect.cached(prepared),
          make: (draft) =>
            add(caller, draft).pipe(
              Effect.mapBoth({ onSuccess: identified, onFailure: () => InsertFailed.now }),
            ),
        }).pipe(
          Effect.retry({ times: 2, while: ({ _tag }) => _tag === "insert_failed" }),
          Effect.catchDefect((defect) =>
            Effect.andThen(
              Effect.logError("A builder template could not be kept", defect),
              Effect.fail(InsertFailed.now),
            ),
          ),
        );
        return value.template;
      });

      const open = Effect.fn("BuilderTemplates.open")(function* (
        caller: BuilderCaller,
        id: string,
        right?: Permission,
      ) {
        if (!isTemplateId(id)) return yield* TemplateNotFound.of();
        const template = yield* find({ caller, id });
        if (!mayOpen(caller, template.id, yield* drafts.creator(template.id))) {
          return yield* TemplateNotFound.of();
        }
        if (right !== undefined) yield* requireRight(caller, right);
        return { caller, id: template.id };
      });

      const get = Effect.fn("BuilderTemplates.get")(function* (opened: OpenTemplate) {
        const { template, draft } = yield* load(opened);
        return builderView(projectOf(opened.caller), template, draft);
      });

      const saveStored = Effect.fnUntraced(function* (
        opened: OpenTemplate,
        { documentTemplate: document, revision: known }: SaveBuilderTemplate,
        stored: StoredDocument,
      ) {
        const { caller, id: templateId } = opened;
        const template = yield* lock(opened);
        const name = draftName(document, template.name);
        if (name !== template.name) yield* requireRight(caller, "rename");
        const kept = yield* drafts.state(templateId);
        const state = Option.getOrElse(kept, () => unkeptState(template.currentVersionNumber));
        if (known !== undefined && known !== state.revision)
          return yield* VersionConflict.staleDraft;
        const next = { ...state, revision: state.revision + 1 };
        const updatedAt = yield* DateTime.now;
        const saved = { templateId, ...stored, updatedAt, ...next };
        yield* Option.isSome(kept) ? drafts.save(saved) : drafts.add({ ...saved, sessionId: null });
        yield* store.rename(templateId, name, updatedAt);
        return builderView(projectOf(caller), { ...template, name }, { ...next, document });
      }, transaction.run);

      const save = Effect.fn("BuilderTemplates.save")(function* (
        opened: OpenTemplate,
        wanted: SaveBuilderTemplate,
      ) {
        return yield* saveStored(
          opened,
          wanted,
          yield* storage.storeDocument(wanted.documentTemplate),
        );
      });

      const remove = Effect.fn("BuilderTemplates.remove")(({ caller, id }: OpenTemplate) =>
        changes.remove(projectOf(caller), id),
      );

      const reading = { list: drafts.list, open, get, versions };
      return BuilderTemplates.of({ ...reading, create, save, publish, remove, rollback });
    }),
  );
}

interface NewTemplateDraft {
  readonly document: Draft;
  readonly stored: StoredDocument;
  readonly name: string;
  /** What is published at once. */
  readonly content: Option.Option<StoredContent>;
}

const isTemplateId = Schema.is(TemplateId);
