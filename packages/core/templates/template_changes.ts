import { DateTime, Effect, Option } from "effect";
import { SecureRandom } from "effect/crypto";

import { AuditLog } from "../audit/mod.ts";
import {
  newRow,
  type ProjectId,
  type Slug,
  slugFromName,
  suffixSlug,
  TemplateId,
  TemplateVersionId,
  type Timestamp,
  toSlug,
  withRandom,
} from "../values/mod.ts";
import { TemplateNotFound, type VersionConflict } from "./errors.ts";
import {
  type DeletedTemplate,
  type PublishedTemplate,
  type Template,
  TEMPLATE_SLUG,
} from "./template.ts";
import type { CopySource } from "./template_copy.ts";
import {
  type ClaimedTemplate,
  type NewTemplate,
  type NewVersion,
  TemplateStore,
  type VersionOfTemplate,
} from "./template_store.ts";
import { nextVersion, pinnedVersion } from "./versioning.ts";

/** A template that the open transaction has locked. */
type LockedTemplate = Pick<ClaimedTemplate, "id" | "currentVersionNumber">;

type VersionIdentity = Pick<VersionOfTemplate, "id" | "templateId" | "versionNumber" | "createdAt">;

interface AddedVersion {
  readonly versionNumber: number;
  readonly createdAt: Timestamp;
}

/**
 * Finds, creates, versions and deletes templates, with the same rules for the API, the builder and copies.
 */
export const templateChanges = Effect.gen(function* () {
  const store = yield* TemplateStore;
  const audit = yield* AuditLog;
  const random = yield* SecureRandom.SecureRandom;
  const row = yield* withRandom(newRow);

  const find = Effect.fnUntraced(function* (
    project: ProjectId,
    text: string,
  ): Effect.fn.Return<Template, TemplateNotFound> {
    const slug = toSlug(text);
    const template = slug === undefined ? Option.none() : yield* store.find(project, slug);
    return yield* Effect.fromOption(template, () => TemplateNotFound.of());
  });

  const get = (project: ProjectId, id: TemplateId): Effect.Effect<Template, TemplateNotFound> =>
    Effect.flatMap(
      store.findById(project, id),
      Effect.fromOption(() => TemplateNotFound.of()),
    );

  /** The template of a slug, created unless it exists, and locked until the transaction ends. */
  const claim = Effect.fnUntraced(function* (
    template: Pick<NewTemplate, "projectId" | "slug" | "name">,
  ): Effect.fn.Return<ClaimedTemplate & Pick<NewTemplate, "createdAt">> {
    const { id, createdAt } = yield* row;
    const claimedTemplate = yield* store.claim({ ...template, id: TemplateId.make(id), createdAt });
    return { ...claimedTemplate, createdAt };
  });

  const next = Effect.fnUntraced(function* (
    { id: templateId, currentVersionNumber }: LockedTemplate,
    add: (version: VersionIdentity) => Effect.Effect<void, VersionConflict>,
  ): Effect.fn.Return<AddedVersion, VersionConflict> {
    const { id, createdAt } = yield* row;
    const versionNumber = nextVersion(currentVersionNumber);
    yield* add({ id: TemplateVersionId.make(id), templateId, versionNumber, createdAt });
    return { versionNumber, createdAt };
  });

  /** Makes prepared content the next version of a template. */
  const addVersion = (
    template: LockedTemplate,
    content: Omit<NewVersion, keyof VersionIdentity>,
  ): Effect.Effect<AddedVersion, VersionConflict> =>
    next(template, (version) => store.addVersion({ ...content, ...version }));

  /** Makes an exact copy of another version the next version of a template. */
  const copyVersion = (
    template: LockedTemplate,
    about: Omit<VersionOfTemplate, keyof VersionIdentity>,
    source: CopySource,
  ): Effect.Effect<AddedVersion, VersionConflict> =>
    next(template, (version) => store.copyVersion({ ...about, ...version }, source));

  /** Soft-deletes a template and frees its slug. */
  const remove = Effect.fnUntraced(function* (
    projectId: ProjectId,
    id: TemplateId,
  ): Effect.fn.Return<DeletedTemplate, TemplateNotFound> {
    const deletedAt = yield* DateTime.now;
    const removal = Effect.flatMap(
      store.remove(projectId, id, deletedAt),
      Effect.fromOption(() => TemplateNotFound.of()),
    );
    const slug = yield* audit.recording(removal, () => ({
      action: "template.deleted",
      projectId,
      target: { kind: "template", id },
    }));
    return { id, slug, deletedAt };
  });

  /** The current state of a published template, for the idempotent replay of a publication. */
  const loadPublished = Effect.fnUntraced(function* (
    project: ProjectId,
    id: TemplateId,
  ): Effect.fn.Return<PublishedTemplate, TemplateNotFound> {
    const { slug, ...template } = yield* get(project, id);
    const current = pinnedVersion(template.currentVersionNumber, undefined);
    const currentVersionNumber = yield* Effect.orDie(Effect.fromResult(current));
    const version = yield* store.findVersion(id, currentVersionNumber);
    const { manifest } = Option.getOrThrow(version);
    return { id, slug, currentVersionNumber, manifest };
  });

  /** A slug derived from a name, with a short random suffix. */
  const suffixedSlug = (name: string): Effect.Effect<Slug> =>
    Effect.map(random.uuidV4(), (uuid) => {
      const slug = slugFromName(name, TEMPLATE_SLUG);
      return suffixSlug(slug, uuid.slice(0, 6), TEMPLATE_SLUG.maxLength);
    });

  return { find, get, claim, addVersion, copyVersion, remove, loadPublished, suffixedSlug };
});
