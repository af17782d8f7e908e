import { Context, DateTime, Effect, Layer, Option, Schema } from "effect";

import { idempotent, keyedRequest } from "../../idempotency/mod.ts";
import { templateTypeOf } from "../../layouts/mod.ts";
import type { InvalidLoopKey } from "../../manifests/mod.ts";
import {
  type DeletedTemplate,
  pinnedVersion,
  type PublishedTemplate,
  type Template,
  templateChanges,
  TemplateNotFound,
  TemplateStore,
  VersionConflict,
  type VersionInfo,
  VersionNotFound,
} from "../../templates/mod.ts";
import {
  type InvalidRequest,
  type Issue,
  type ProjectId,
  TemplateId,
  Transaction,
} from "../../values/mod.ts";
import { InsertFailed, type PermissionDenied } from "../errors.ts";
import type { Permission } from "../sessions/permission.ts";
import { type BuilderCaller, may, mayOpen, projectOf, requireRight } from "./builder_caller.ts";
import type {
  BuilderTemplate,
  BuilderTemplateInfo,
  CreateBuilderTemplate,
  Draft,
  SaveBuilderTemplate,
} from "./builder_template.ts";
import { builderView, draftName, initialState } from "./draft.ts";
import { draftStorage, type StoredContent, type StoredDocument } from "./draft_storage.ts";
import { DraftStore } from "./draft_store.ts";

/** An opened template. Open it again to see later changes. */
export interface OpenTemplate {
  readonly caller: BuilderCaller;
  readonly template: Template;
}

/** Creates, edits and publishes drafts of templates (interface, Embed; contract §9). */
export class BuilderTemplates extends Context.Service<
  BuilderTemplates,
  {
    readonly list: (project: ProjectId) => Effect.Effect<ReadonlyArray<BuilderTemplateInfo>>;
    /**
     * Creates a template with a draft, once per idempotency key. Publishes the draft unless the request
     * says otherwise, if the caller may and it can be rendered.
     */
    readonly create: (
      caller: BuilderCaller,
      request: CreateBuilderTemplate,
      idempotencyKey?: string,
    ) => Effect.Effect<
      BuilderTemplate,
      PermissionDenied | InvalidRequest | InsertFailed | TemplateNotFound
    >;
    /** Loads a template. Fails unless the caller may open it and has the permission. */
    readonly open: (
      caller: BuilderCaller,
      id: string,
      right?: Permission,
    ) => Effect.Effect<OpenTemplate, TemplateNotFound | PermissionDenied>;
    readonly get: (template: OpenTemplate) => Effect.Effect<BuilderTemplate>;
    /** The same with the layout of the current version; null before the first publication. */
    readonly getPublished: (template: OpenTemplate) => Effect.Effect<BuilderTemplate>;
    readonly save: (
      template: OpenTemplate,
      request: SaveBuilderTemplate,
    ) => Effect.Effect<
      BuilderTemplate,
      TemplateNotFound | PermissionDenied | VersionConflict | InvalidRequest
    >;
    /**
     * Publishes the saved draft, once per idempotency key; fails with all problems that prevent rendering.
     */
    readonly publish: (
      template: OpenTemplate,
      idempotencyKey?: string,
    ) => Effect.Effect<
      PublishedTemplate & { readonly warnings: ReadonlyArray<Issue> },
      TemplateNotFound | InvalidRequest | InvalidLoopKey | VersionConflict
    >;
    readonly remove: (template: OpenTemplate) => Effect.Effect<DeletedTemplate, TemplateNotFound>;
    readonly versions: (template: OpenTemplate) => Effect.Effect<ReadonlyArray<VersionInfo>>;
    /**
     * Publishes an earlier version again, once per idempotency key. The draft becomes that version
     * too.
     */
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
      const changes = yield* templateChanges;
      const runOnce = yield* idempotent;

      const lock = ({ caller, template }: OpenTemplate) =>
        Effect.flatMap(
          store.lock(projectOf(caller), template.id),
          Effect.fromOption(() => TemplateNotFound.of()),
        );

      /** Publishes a draft's content as the next version of a locked template. */
      const addVersion = Effect.fnUntraced(function* (template: Template, content: StoredContent) {
        const { id, slug, description } = template;
        const { pageConfig, templateType, manifest, name, stored, einvoice = null } = content;
        const settings = { pageConfig, templateType, manifest, einvoice };
        const about = { name, description, ...settings, projectLanguage: content.projectLanguage };
        const { versionNumber } = yield* changes.addVersion(template, { ...stored, ...about });
        return { id, slug, currentVersionNumber: versionNumber, manifest };
      });

      /** Creates a template with its draft, and its first version if there is content to publish. */
      const add = Effect.fnUntraced(function* (
        caller: BuilderCaller,
        { document, stored, name, content }: NewTemplateDraft,
      ) {
        const projectId = projectOf(caller);
        const slug = yield* changes.suffixedSlug(name);
        const { id, created, createdAt } = yield* changes.claim({ projectId, slug, name });
        // Another template has the same name and random suffix.
        if (!created) return yield* InsertFailed.now;
        const template = yield* changes.get(projectId, id);
        const sessionId = caller.kind === "session" ? caller.session.id : null;
        const state = initialState(null);
        yield* drafts.add({ templateId: id, ...stored, sessionId, updatedAt: createdAt, ...state });
        if (Option.isNone(content)) return builderView(projectId, template, { document, ...state });
        const { currentVersionNumber: version } = yield* addVersion(template, content.value);
        const { revision } = state;
        yield* drafts.notePublished(id, { revision, version });
        const publishedState = { revision, publishedRevision: revision, publishedVersion: version };
        const publishedTemplate = { ...template, currentVersionNumber: version };
        return builderView(projectId, publishedTemplate, { document, ...publishedState });
      });

      const create = Effect.fn("BuilderTemplates.create")(function* (
        caller: BuilderCaller,
        { documentTemplate: document, publish: isPublished = true }: CreateBuilderTemplate,
        idempotencyKey?: string,
      ) {
        yield* requireRight(caller, "saveDraft");
        const name = draftName(document);
        const prepareTemplate = Effect.gen(function* () {
          // A draft that cannot be rendered is stored without a version.
          const content =
            isPublished && may(caller, "publish")
              ? yield* Effect.option(storage.prepare(caller, name, document.layout))
              : Option.none();
          const storedDocument = yield* storage.storeDocument(document);
          return { document, stored: storedDocument, name, content };
        });
        // Idempotency keys are scoped to sessions, so that none can replay the templates of another.
        const within = caller.kind === "session" ? caller.session.id : caller.projectId;
        const scope = { operation: "builder_templates.create", within } as const;
        const withId = (template: BuilderTemplate) => ({
          id: template.documentTemplate._id,
          template,
        });
        const { value } = yield* runOnce(keyedRequest(scope, idempotencyKey), {
          replay: (id) =>
            changes.get(projectOf(caller), TemplateId.make(id)).pipe(
              Effect.flatMap((template) => get({ caller, template })),
              Effect.map(withId),
            ),
          prepare: yield* Effect.cached(prepareTemplate),
          make: (draft) =>
            add(caller, draft).pipe(
              Effect.mapBoth({ onSuccess: withId, onFailure: () => InsertFailed.now }),
            ),
        }).pipe(
          Effect.retry({ times: 2, while: ({ _tag }) => _tag === "insert_failed" }),
          Effect.catchDefect((defect) =>
            Effect.andThen(
              Effect.logError("A builder template could not be stored", defect),
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
        const template = yield* changes.get(projectOf(caller), id);
        if (
          caller.kind === "session" &&
          !mayOpen(caller.session, template.id, yield* drafts.creator(template.id))
        ) {
          return yield* TemplateNotFound.of();
        }
        if (right !== undefined) yield* requireRight(caller, right);
        return { caller, template };
      });

      const get = Effect.fn("BuilderTemplates.get")(function* ({ caller, template }: OpenTemplate) {
        return builderView(projectOf(caller), template, yield* storage.load(template));
      });

      const getPublished = Effect.fn("BuilderTemplates.getPublished")(function* ({
        caller,
        template,
      }: OpenTemplate) {
        return builderView(projectOf(caller), template, yield* storage.loadPublished(template));
      });

      const saveStored = Effect.fnUntraced(function* (
        target: OpenTemplate,
        { documentTemplate: document, revision: expected }: SaveBuilderTemplate,
        storedDocument: StoredDocument,
      ) {
        const { caller } = target;
        const template = yield* lock(target);
        const { id: templateId } = template;
        const name = draftName(document, template.name);
        if (name !== template.name) yield* requireRight(caller, "rename");
        const draftState = yield* drafts.state(templateId);
        const state = Option.getOrElse(draftState, () =>
          initialState(template.currentVersionNumber),
        );
        if (expected !== undefined && expected !== state.revision)
          return yield* VersionConflict.staleDraft;
        const next = { ...state, revision: state.revision + 1 };
        const updatedAt = yield* DateTime.now;
        const draft = { templateId, ...storedDocument, updatedAt, ...next };
        yield* Option.isSome(draftState)
          ? drafts.save(draft)
          : drafts.add({ ...draft, sessionId: null });
        yield* store.rename(templateId, name, updatedAt);
        return builderView(projectOf(caller), { ...template, name }, { ...next, document });
      }, transaction.run);

      const save = Effect.fn("BuilderTemplates.save")(function* (
        target: OpenTemplate,
        request: SaveBuilderTemplate,
      ) {
        const storedDocument = yield* storage.storeDocument(request.documentTemplate);
        return yield* saveStored(target, request, storedDocument);
      });

      const prepareSaved = Effect.fnUntraced(function* ({ caller, template }: OpenTemplate) {
        const { document, revision } = yield* storage.load(template);
        const content = yield* storage.prepare(caller, template.name, document.layout);
        return { content, revision };
      });

      /** Publishes the prepared content of a revision. */
      const publishPrepared = Effect.fnUntraced(function* (
        target: OpenTemplate,
        { content, revision }: Effect.Success<ReturnType<typeof prepareSaved>>,
      ) {
        const template = yield* lock(target);
        // The template was renamed since: the compiled layout has the earlier name as its title.
        if (template.name !== content.name) return yield* VersionConflict.of();
        const publishedTemplate = yield* addVersion(template, content);
        const version = publishedTemplate.currentVersionNumber;
        yield* drafts.notePublished(template.id, { revision, version });
        return { ...publishedTemplate, warnings: content.warnings };
      });

      const publish = Effect.fn("BuilderTemplates.publish")(function* (
        target: OpenTemplate,
        idempotencyKey?: string,
      ) {
        const { id } = target.template;
        const scope = { operation: "builder_templates.publish", within: id } as const;
        const { value } = yield* runOnce(keyedRequest(scope, idempotencyKey), {
          replay: () =>
            Effect.map(changes.loadPublished(projectOf(target.caller), id), (template) => ({
              ...template,
              warnings: [],
            })),
          prepare: prepareSaved(target),
          make: (publication) => publishPrepared(target, publication),
        });
        return value;
      });

      const prepareRollback = Effect.fnUntraced(function* (template: Template, request: number) {
        const { id, currentVersionNumber } = template;
        const versionNumber = yield* Effect.mapError(
          Effect.fromResult(pinnedVersion(currentVersionNumber, request)),
          () => VersionNotFound.of(request),
        );
        return yield* storage.prepareRollback(id, versionNumber);
      });

      const rollbackPrepared = Effect.fnUntraced(function* (
        target: OpenTemplate,
        { source, draft }: Effect.Success<ReturnType<typeof prepareRollback>>,
      ) {
        const template = yield* lock(target);
        const { id: templateId, slug, name, description } = template;
        const draftState = Option.getOrUndefined(yield* drafts.state(templateId));
        // The draft was saved in the meantime.
        if (draftState?.revision !== draft?.revision) return yield* VersionConflict.staleDraft;
        const { manifest, layout, versionNumber: sourceVersionNumber } = source;
        const about = { name, description, templateType: templateTypeOf(layout) };
        const { versionNumber, createdAt } = yield* changes.copyVersion(template, about, {
          sourceProjectId: projectOf(target.caller),
          sourceTemplateId: templateId,
          sourceVersionNumber,
        });
        if (draft !== undefined) {
          const revision = draft.revision + 1;
          yield* drafts.save({ ...draft, templateId, revision, updatedAt: createdAt });
          yield* drafts.notePublished(templateId, { revision, version: versionNumber });
        }
        return { id: templateId, slug, currentVersionNumber: versionNumber, manifest };
      });

      const rollback = Effect.fn("BuilderTemplates.rollback")(function* (
        target: OpenTemplate,
        versionNumber: number,
        idempotencyKey?: string,
      ) {
        const { caller, template } = target;
        const scope = { operation: "builder_templates.rollback", within: template.id } as const;
        const { value } = yield* runOnce(keyedRequest(scope, idempotencyKey), {
          replay: () => changes.loadPublished(projectOf(caller), template.id),
          prepare: prepareRollback(template, versionNumber),
          make: (source) => rollbackPrepared(target, source),
        });
        return value;
      });

      return BuilderTemplates.of({
        list: drafts.list,
        create,
        open,
        get,
        getPublished,
        save,
        publish,
        remove: Effect.fn("BuilderTemplates.remove")(({ caller, template }) =>
          changes.remove(projectOf(caller), template.id),
        ),
        versions: Effect.fn("BuilderTemplates.versions")(({ template }) =>
          store.versions(template.id),
        ),
        rollback,
      });
    }),
  );
}

interface NewTemplateDraft {
  readonly document: Draft;
  readonly stored: StoredDocument;
  readonly name: string;
  /** The content to publish immediately. */
  readonly content: Option.Option<StoredContent>;
}

const isTemplateId = Schema.is(TemplateId);
