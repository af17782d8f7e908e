import { Effect, Option } from "effect";

import { keyedRequest, idempotent } from "../idempotency/mod.ts";
import { templateTypeOf } from "../layouts/mod.ts";
import {
  pinnedVersion,
  type Template,
  templateChanges,
  TemplateNotFound,
  TemplateStore,
  VersionConflict,
  VersionNotFound,
} from "../templates/mod.ts";
import type { TemplateId } from "../values/mod.ts";
import { type BuilderCaller, projectOf } from "./builder_caller.ts";
import { draftStorage, type StoredContent } from "./draft_storage.ts";
import { DraftStore } from "./draft_store.ts";

/** An existing template that a caller may open. */
export interface OpenTemplate {
  readonly caller: BuilderCaller;
  readonly id: TemplateId;
}

/** Publishes drafts, and goes back to earlier versions. */
export const builderVersions = Effect.gen(function* () {
  const store = yield* TemplateStore;
  const drafts = yield* DraftStore;
  const storage = yield* draftStorage;
  const changes = yield* templateChanges;
  const repeat = yield* idempotent;

  const live = (template: Option.Option<Template>) =>
    Effect.fromOption(template, () => TemplateNotFound.of());

  const find = ({ caller, id }: OpenTemplate) =>
    Effect.flatMap(store.findById(projectOf(caller), id), live);

  /** Locks the template until the transaction ends. */
  const lock = ({ caller, id }: OpenTemplate) =>
    Effect.flatMap(store.lock(projectOf(caller), id), live);

  /** Publishes a draft's content as the next version of a template that is locked. */
  const addVersion = Effect.fnUntraced(function* (template: Template, content: StoredContent) {
    const { id, slug, description } = template;
    const { pageConfig, templateType, manifest, name, stored } = content;
    const about = { name, description, pageConfig, templateType, manifest };
    const { versionNumber } = yield* changes.addVersion(template, { ...stored, ...about });
    return { id, slug, currentVersionNumber: versionNumber, manifest };
  });

  const load = Effect.fnUntraced(function* (opened: OpenTemplate) {
    const template = yield* find(opened);
    const draft = yield* storage.shown(template);
    return { template, draft };
  });

  /** Publishes what was prepared from a revision of the draft. */
  const keep = Effect.fnUntraced(function* (
    opened: OpenTemplate,
    content: StoredContent,
    revision: number,
  ) {
    const template = yield* lock(opened);
    // Documents are called what their template was called when they were prepared.
    if (template.name !== content.name) return yield* VersionConflict.of();
    const published = yield* addVersion(template, content);
    const version = published.currentVersionNumber;
    yield* drafts.notePublished(opened.id, { revision, version });
    return published;
  });

  const prepareSaved = Effect.fnUntraced(function* (opened: OpenTemplate) {
    const { template, draft } = yield* load(opened);
    const content = yield* storage.prepare(opened.caller, template.name, draft.document.layout);
    return { content, revision: draft.revision };
  });

  const publish = Effect.fn("BuilderTemplates.publish")(function* (
    opened: OpenTemplate,
    idempotencyKey?: string,
  ) {
    const scope = { operation: "builder_templates.publish", within: opened.id } as const;
    const { value } = yield* repeat(keyedRequest(scope, idempotencyKey), {
      replay: () => changes.published(projectOf(opened.caller), opened.id),
      prepare: prepareSaved(opened),
      make: ({ content, revision }) => keep(opened, content, revision),
    });
    return value;
  });

  const versions = Effect.fn("BuilderTemplates.versions")(function* (opened: OpenTemplate) {
    yield* find(opened);
    return yield* store.versions(opened.id);
  });

  const rollbackTo = Effect.fnUntraced(function* (
    opened: OpenTemplate,
    { source, draft }: Effect.Success<ReturnType<typeof storage.prepareRollback>>,
  ) {
    const template = yield* lock(opened);
    const { id: templateId, slug, name, description } = template;
    const kept = Option.getOrUndefined(yield* drafts.state(templateId));
    // The draft was saved in the meantime.
    if (kept?.revision !== draft?.revision) return yield* VersionConflict.staleDraft;
    const sourceVersionNumber = source.versionNumber;
    const about = { name, description, templateType: templateTypeOf(source.layout) };
    const { versionNumber, createdAt } = yield* changes.copyVersion(template, about, {
      sourceProjectId: projectOf(opened.caller),
      sourceTemplateId: templateId,
      sourceVersionNumber,
    });
    if (draft !== undefined) {
      const revision = draft.revision + 1;
      yield* drafts.save({ ...draft, templateId, revision, updatedAt: createdAt });
      yield* drafts.notePublished(templateId, { revision, version: versionNumber });
    }
    const { manifest } = source;
    return { id: templateId, slug, currentVersionNumber: versionNumber, manifest };
  });

  const prepareRollback = Effect.fnUntraced(function* (opened: OpenTemplate, asked: number) {
    const template = yield* find(opened);
    const versionNumber = yield* Effect.fromResult(
      pinnedVersion(template.currentVersionNumber, asked),
    ).pipe(Effect.mapError(() => VersionNotFound.of(asked)));
    return yield* storage.prepareRollback(opened.id, versionNumber);
  });

  const rollback = Effect.fn("BuilderTemplates.rollback")(function* (
    opened: OpenTemplate,
    asked: number,
    idempotencyKey?: string,
  ) {
    const scope = { operation: "builder_templates.rollback", within: opened.id } as const;
    const { value } = yield* repeat(keyedRequest(scope, idempotencyKey), {
      replay: () => changes.published(projectOf(opened.caller), opened.id),
      prepare: prepareRollback(opened, asked),
      make: (prepared) => rollbackTo(opened, prepared),
    });
    return value;
  });

  return { find, lock, load, addVersion, publish, versions, rollback };
});
