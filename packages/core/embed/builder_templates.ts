import { Context, DateTime, Effect, Layer, Option, Schema } from "effect";
import { SecureRandom } from "effect/crypto";

import { templateTypeOf } from "../layouts/mod.ts";
import type { InvalidLoopKey } from "../manifests/mod.ts";
import {
  type DeletedTemplate,
  nextVersion,
  pinnedVersion,
  Publication,
  type PublishedTemplate,
  type Template,
  TEMPLATE_SLUG,
  TemplateNotFound,
  TemplateStore,
  VersionConflict,
  type VersionInfo,
  VersionNotFound,
} from "../templates/mod.ts";
import {
  type InvalidRequest,
  newRow,
  type ProjectId,
  slugFromName,
  suffixSlug,
  TemplateId,
  TemplateVersionId,
  type Timestamp,
  Transaction,
} from "../values/mod.ts";
import { type BuilderCaller, may, projectOf, requireRight } from "./builder_caller.ts";
import type {
  BuilderTemplate,
  BuilderTemplateInfo,
  Draft,
  SaveBuilderTemplate,
} from "./builder_template.ts";
import { builderLayout, builderView, draftName, unkeptState } from "./draft.ts";
import { type DraftContent, prepareDraft } from "./draft_content.ts";
import { DraftStore, type StoredDraft } from "./draft_store.ts";
import { InsertFailed, type PermissionDenied } from "./errors.ts";
import type { Permission } from "./permission.ts";
import { mayOpen } from "./template_access.ts";

/** A live template that a caller was let in to. */
export interface OpenTemplate {
  readonly caller: BuilderCaller;
  readonly id: TemplateId;
}

/** Drafts of templates, and what becomes of them (interface, Embed; contract §9). */
export class BuilderTemplates extends Context.Service<
  BuilderTemplates,
  {
    readonly list: (project: ProjectId) => Effect.Effect<ReadonlyArray<BuilderTemplateInfo>>;
    /** Keeps a new draft, and publishes it when the caller may and it can be drawn. */
    readonly create: (
      caller: BuilderCaller,
      draft: Draft,
    ) => Effect.Effect<BuilderTemplate, PermissionDenied | InvalidRequest | InsertFailed>;
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
    /** Makes a version of the draft as it is kept; every reason why it cannot be drawn at once. */
    readonly publish: (
      template: OpenTemplate,
    ) => Effect.Effect<
      PublishedTemplate,
      TemplateNotFound | InvalidRequest | InvalidLoopKey | VersionConflict
    >;
    readonly remove: (template: OpenTemplate) => Effect.Effect<DeletedTemplate, TemplateNotFound>;
    readonly versions: (
      template: OpenTemplate,
    ) => Effect.Effect<ReadonlyArray<VersionInfo>, TemplateNotFound>;
    /** Publishes what an earlier version holds once more, and makes it the draft. */
    readonly rollback: (
      template: OpenTemplate,
      versionNumber: number,
    ) => Effect.Effect<PublishedTemplate, TemplateNotFound | VersionNotFound | VersionConflict>;
  }
>()("@paraph/core/embed/BuilderTemplates") {
  static readonly layer = Layer.effect(
    BuilderTemplates,
    Effect.gen(function* () {
      const store = yield* TemplateStore;
      const drafts = yield* DraftStore;
      const publication = yield* Publication;
      const transaction = yield* Transaction;
      const random = yield* SecureRandom.SecureRandom;
      const row = Effect.provideService(newRow, SecureRandom.SecureRandom, random);
      const suffix = Effect.map(random.uuidV4(), (uuid) => uuid.slice(0, 6));
      const live = (template: Option.Option<Template>) =>
        Effect.fromOption(template).pipe(Effect.mapError(() => TemplateNotFound.of()));
      const locked = ({ caller, id }: OpenTemplate) =>
        Effect.flatMap(store.lock(projectOf(caller), id), live);

      const prepare = (caller: BuilderCaller, name: string, layout: Draft["layout"]) => {
        const catalog = caller.kind === "session" ? caller.session.catalog : null;
        return prepareDraft(publication, { name, layout }, catalog);
      };

      /** Adds the next version of a template that is locked. */
      const addVersion = Effect.fnUntraced(function* (template: Template, content: DraftContent) {
        const { id, createdAt } = yield* row;
        const { id: templateId, slug, description, currentVersionNumber } = template;
        const { layout, compiled, pageConfig, templateType, manifest, name } = content;
        const versionNumber = nextVersion(currentVersionNumber);
        yield* store.addVersion({
          ...{ id: TemplateVersionId.make(id), templateId, versionNumber, name, description },
          ...{ layout, compiled, pageConfig, templateType, manifest, createdAt },
        });
        return { id: templateId, slug, currentVersionNumber: versionNumber, manifest };
      });

      /** Keeps a first draft, and its first version when there is something to publish. */
      const add = Effect.fnUntraced(function* (
        caller: BuilderCaller,
        { document, name, content }: NewTemplateDraft,
      ) {
        const { id: newId, createdAt } = yield* row;
        const projectId = projectOf(caller);
        const slug = suffixSlug(slugFromName(name, TEMPLATE_SLUG), yield* suffix, SLUG_LENGTH);
        const wanted = { id: TemplateId.make(newId), projectId, slug, name, createdAt };
        const { id, created } = yield* store.claim(wanted);
        // Somebody has drawn the same suffix for the same name.
        if (!created) return yield* InsertFailed.now;
        const template = yield* Effect.flatMap(store.findById(projectId, id), live);
        const sessionId = caller.kind === "session" ? caller.session.id : null;
        const kept = { templateId: id, document, sessionId, updatedAt: createdAt };
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
      }, transaction.run);

      const create = Effect.fn("BuilderTemplates.create")(function* (
        caller: BuilderCaller,
        document: Draft,
      ) {
        yield* requireRight(caller, "saveDraft");
        const name = draftName(document);
        // What cannot be drawn yet is a draft like any other.
        const content = may(caller, "publish")
          ? yield* Effect.option(prepare(caller, name, document.layout))
          : Option.none();
        return yield* add(caller, { document, name, content }).pipe(
          Effect.retry({ times: 2 }),
          Effect.catchDefect((defect) =>
            Effect.andThen(
              Effect.logError("A builder template could not be kept", defect),
              Effect.fail(InsertFailed.now),
            ),
          ),
          Effect.catchTags({
            template_not_found: () => Effect.fail(InsertFailed.now),
            version_conflict: () => Effect.fail(InsertFailed.now),
          }),
        );
      });

      const open = Effect.fn("BuilderTemplates.open")(function* (
        caller: BuilderCaller,
        id: string,
        right?: Permission,
      ) {
        if (!isTemplateId(id)) return yield* TemplateNotFound.of();
        const template = yield* Effect.flatMap(store.findById(projectOf(caller), id), live);
        if (!mayOpen(caller, template.id, yield* drafts.creator(template.id))) {
          return yield* TemplateNotFound.of();
        }
        if (right !== undefined) yield* requireRight(caller, right);
        return { caller, id: template.id };
      });

      /** A template's draft; one made of its current version when it has none of its own. */
      const shownDraft = Effect.fnUntraced(function* ({ id, currentVersionNumber }: Template) {
        const kept = yield* drafts.find(id);
        if (Option.isSome(kept)) return kept.value;
        const state = unkeptState(currentVersionNumber);
        if (currentVersionNumber === null) return { ...state, document: {} };
        const version = yield* store.findVersion(id, currentVersionNumber);
        return { ...state, document: { layout: builderLayout(Option.getOrThrow(version)) } };
      });

      const load = Effect.fnUntraced(function* ({ caller, id }: OpenTemplate) {
        const template = yield* Effect.flatMap(store.findById(projectOf(caller), id), live);
        const draft: StoredDraft = yield* shownDraft(template);
        return { template, draft };
      });

      const get = Effect.fn("BuilderTemplates.get")(function* (opened: OpenTemplate) {
        const { template, draft } = yield* load(opened);
        return builderView(projectOf(opened.caller), template, draft);
      });

      const save = Effect.fn("BuilderTemplates.save")(function* (
        opened: OpenTemplate,
        { documentTemplate: document, revision: known }: SaveBuilderTemplate,
      ) {
        const { caller, id: templateId } = opened;
        const template = yield* locked(opened);
        const name = draftName(document, template.name);
        if (name !== template.name) yield* requireRight(caller, "rename");
        const kept = yield* drafts.state(templateId);
        const state = Option.getOrElse(kept, () => unkeptState(template.currentVersionNumber));
        if (known !== undefined && known !== state.revision)
          return yield* VersionConflict.staleDraft;
        const next = { ...state, revision: state.revision + 1 };
        const updatedAt = yield* DateTime.now;
        const saved = { templateId, document, updatedAt, ...next };
        yield* Option.isSome(kept) ? drafts.save(saved) : drafts.add({ ...saved, sessionId: null });
        yield* store.rename(templateId, name, updatedAt);
        return builderView(projectOf(caller), { ...template, name }, { ...next, document });
      }, transaction.run);

      /** Publishes what was prepared from a revision of the draft. */
      const keep = Effect.fnUntraced(function* (
        opened: OpenTemplate,
        content: DraftContent,
        revision: number,
      ) {
        const template = yield* locked(opened);
        // Documents are called what their template was called when they were prepared.
        if (template.name !== content.name) return yield* VersionConflict.of();
        const published = yield* addVersion(template, content);
        const version = published.currentVersionNumber;
        yield* drafts.notePublished(opened.id, { revision, version });
        return published;
      }, transaction.run);

      const publish = Effect.fn("BuilderTemplates.publish")(function* (opened: OpenTemplate) {
        const { template, draft } = yield* load(opened);
        const content = yield* prepare(opened.caller, template.name, draft.document.layout);
        return yield* keep(opened, content, draft.revision);
      });

      const remove = Effect.fn("BuilderTemplates.remove")(function* (opened: OpenTemplate) {
        const { id, slug } = yield* locked(opened);
        const deletedAt = yield* DateTime.now;
        yield* store.remove(projectOf(opened.caller), slug, deletedAt);
        return { id, slug, deletedAt };
      }, transaction.run);

      const versions = Effect.fn("BuilderTemplates.versions")(function* (opened: OpenTemplate) {
        const { caller, id } = opened;
        yield* Effect.flatMap(store.findById(projectOf(caller), id), live);
        return yield* store.versions(id);
      });

      /** Makes what was published once more the draft of a template that has one of its own. */
      const replaceDraft = Effect.fnUntraced(function* (
        templateId: TemplateId,
        layout: Schema.JsonObject,
        { version, updatedAt }: { version: number; updatedAt: Timestamp },
      ) {
        const kept = yield* drafts.find(templateId);
        if (Option.isNone(kept)) return;
        const revision = kept.value.revision + 1;
        const document = { ...kept.value.document, layout };
        yield* drafts.save({ templateId, document, revision, updatedAt });
        yield* drafts.notePublished(templateId, { revision, version });
      });

      const rollback = Effect.fn("BuilderTemplates.rollback")(function* (
        opened: OpenTemplate,
        asked: number,
      ) {
        const template = yield* locked(opened);
        const { id: templateId, slug, name, description, currentVersionNumber } = template;
        const sourceVersionNumber = yield* Effect.fromResult(
          pinnedVersion(currentVersionNumber, asked),
        ).pipe(Effect.mapError(() => VersionNotFound.of(asked)));
        const found = yield* store.findVersion(templateId, sourceVersionNumber);
        const source = Option.getOrThrow(found);
        const { id, createdAt } = yield* row;
        const versionNumber = nextVersion(currentVersionNumber);
        const about = { name, description, templateType: templateTypeOf(source.layout) };
        yield* store.copyVersion(
          { id: TemplateVersionId.make(id), templateId, versionNumber, ...about, createdAt },
          {
            sourceProjectId: projectOf(opened.caller),
            ...{ sourceTemplateId: templateId, sourceVersionNumber },
          },
        );
        const made = { version: versionNumber, updatedAt: createdAt };
        yield* replaceDraft(templateId, builderLayout(source), made);
        const { manifest } = source;
        return { id: templateId, slug, currentVersionNumber: versionNumber, manifest };
      }, transaction.run);

      const reading = { list: drafts.list, open, get, versions };
      return BuilderTemplates.of({ ...reading, create, save, publish, remove, rollback });
    }),
  );
}

interface NewTemplateDraft {
  readonly document: Draft;
  readonly name: string;
  /** What is published at once. */
  readonly content: Option.Option<DraftContent>;
}

const isTemplateId = Schema.is(TemplateId);
const SLUG_LENGTH = TEMPLATE_SLUG.maxLength;
