import { Context, DateTime, Effect, Layer, Option } from "effect";
import { SecureRandom } from "effect/crypto";

import { dataSchema, type InvalidLoopKey } from "../manifests/mod.ts";
import {
  type InvalidRequest,
  newRow,
  type ProjectId,
  type Slug,
  slugFromName,
  suffixSlug,
  TemplateId,
  TemplateVersionId,
  toSlug,
  Transaction,
} from "../values/mod.ts";
import {
  type NoPublishedVersion,
  SlugConflict,
  TemplateNotFound,
  type VersionConflict,
  VersionNotFound,
} from "./errors.ts";
import { Publication } from "./publication.ts";
import type {
  CreateTemplate,
  DeletedTemplate,
  PublishedTemplate,
  PublishTemplate,
  Template,
  TemplateDetail,
  TemplateVersion,
  VersionInfo,
} from "./template.ts";
import { TemplateStore } from "./template_store.ts";
import { nextVersion, pinnedVersion } from "./versioning.ts";

const SHAPE = { maxLength: 120, fallback: "template" };

/** Why a publication is refused. */
type Refused = InvalidRequest | InvalidLoopKey;

/** What a publication did. */
export interface Publishing extends PublishedTemplate {
  readonly created: boolean;
}

/** The version that a render pins, and the template it is of. */
export interface PinnedTemplate {
  readonly template: Template;
  readonly version: TemplateVersion;
}

/** Publishes and reads templates. */
export class Templates extends Context.Service<
  Templates,
  {
    readonly list: (project: ProjectId) => Effect.Effect<ReadonlyArray<Template>>;
    readonly find: (project: ProjectId, slug: string) => Effect.Effect<Template, TemplateNotFound>;
    readonly get: (
      project: ProjectId,
      slug: string,
    ) => Effect.Effect<TemplateDetail, TemplateNotFound>;
    readonly versions: (
      project: ProjectId,
      slug: string,
    ) => Effect.Effect<ReadonlyArray<VersionInfo>, TemplateNotFound>;
    /** Creates the template of a slug or adds a version to it. */
    readonly publish: (
      project: ProjectId,
      slug: Slug,
      content: PublishTemplate,
    ) => Effect.Effect<Publishing, Refused | VersionConflict>;
    /** Creates a template under a slug that is its own. */
    readonly create: (
      project: ProjectId,
      content: CreateTemplate,
    ) => Effect.Effect<PublishedTemplate, Refused | SlugConflict | VersionConflict>;
    readonly remove: (
      project: ProjectId,
      slug: string,
    ) => Effect.Effect<DeletedTemplate, TemplateNotFound>;
    /** The version that a render of this slug draws: the current one unless another is asked for. */
    readonly pin: (
      project: ProjectId,
      slug: string,
      versionNumber?: number,
    ) => Effect.Effect<PinnedTemplate, TemplateNotFound | NoPublishedVersion | VersionNotFound>;
  }
>()("@paraph/core/templates/Templates") {
  static readonly layer = Layer.effect(
    Templates,
    Effect.gen(function* () {
      const store = yield* TemplateStore;
      const transaction = yield* Transaction;
      const publication = yield* Publication;
      const random = yield* SecureRandom.SecureRandom;
      const draw = Effect.provideService(newRow, SecureRandom.SecureRandom, random);

      const find = Effect.fn("Templates.find")(function* (project: ProjectId, text: string) {
        const slug = toSlug(text);
        const found = slug === undefined ? Option.none() : yield* store.find(project, slug);
        return yield* Effect.fromOption(found).pipe(Effect.mapError(() => TemplateNotFound.of()));
      });

      const versionOf = Effect.fnUntraced(function* (template: Template, versionNumber: number) {
        const version = yield* store.findVersion(template.id, versionNumber);
        return yield* Effect.fromOption(version).pipe(
          Effect.mapError(() => VersionNotFound.of(versionNumber)),
        );
      });

      const get = Effect.fn("Templates.get")(function* (project: ProjectId, slug: string) {
        const template = yield* find(project, slug);
        const { currentVersionNumber } = template;
        if (currentVersionNumber === null) return { ...template, ...NOTHING_PUBLISHED };
        const version = yield* Effect.orDie(versionOf(template, currentVersionNumber));
        const { id, manifest, layout, pageConfig } = version;
        const jsonSchema = dataSchema(manifest);
        return { ...template, currentVersionId: id, manifest, jsonSchema, layout, pageConfig };
      });

      const versions = Effect.fn("Templates.versions")(function* (
        project: ProjectId,
        slug: string,
      ) {
        return yield* store.versions((yield* find(project, slug)).id);
      });

      /** One publication in one transaction; `mayExist` tells whether it may add to a live template. */
      const keep = Effect.fnUntraced(function* (
        projectId: ProjectId,
        slug: Slug,
        content: PublishTemplate,
        mayExist: boolean,
      ) {
        const { layout, pageConfig, templateType } = yield* publication.prepare(content);
        const { name, manifest, description = null } = content;
        const template = yield* draw;
        const version = yield* draw;
        return yield* transaction.run(
          Effect.gen(function* () {
            const id = TemplateId.make(template.id);
            const { createdAt } = template;
            const claimed = yield* store.claim({ id, projectId, slug, name, createdAt });
            if (!claimed.created && !mayExist) return yield* SlugConflict.of(slug);
            const versionNumber = nextVersion(claimed.currentVersionNumber);
            yield* store.addVersion({
              id: TemplateVersionId.make(version.id),
              templateId: claimed.id,
              versionNumber,
              name,
              description,
              templateType,
              manifest,
              layout,
              pageConfig,
              createdAt: version.createdAt,
            });
            const { id: templateId, created } = claimed;
            return { id: templateId, slug, currentVersionNumber: versionNumber, manifest, created };
          }),
        );
      });

      const publish = Effect.fn("Templates.publish")(
        (project: ProjectId, slug: Slug, content: PublishTemplate) =>
          keep(project, slug, content, true).pipe(Effect.catchTag("slug_conflict", Effect.die)),
      );

      const create = Effect.fn("Templates.create")(function* (
        project: ProjectId,
        { slug, ...content }: CreateTemplate,
      ) {
        if (slug !== undefined) return yield* keep(project, slug, content, false);
        const derived = slugFromName(content.name, SHAPE);
        return yield* keep(project, derived, content, false).pipe(
          Effect.catchTag("slug_conflict", () =>
            Effect.flatMap(randomSuffix, (suffix) =>
              keep(project, suffixSlug(derived, suffix, SHAPE.maxLength), content, false),
            ),
          ),
        );
      });

      const randomSuffix = Effect.map(random.uuidV4(), (uuid) => uuid.slice(0, 6));

      const remove = Effect.fn("Templates.remove")(function* (project: ProjectId, slug: string) {
        const template = yield* find(project, slug);
        const deletedAt = yield* DateTime.now;
        const removed = yield* store.remove(project, template.slug, deletedAt);
        const id = yield* Effect.fromOption(removed).pipe(
          Effect.mapError(() => TemplateNotFound.of()),
        );
        return { id, slug: template.slug, deletedAt };
      });

      const pin = Effect.fn("Templates.pin")(function* (
        project: ProjectId,
        slug: string,
        asked?: number,
      ) {
        const template = yield* find(project, slug);
        const number = yield* Effect.fromResult(
          pinnedVersion(template.currentVersionNumber, asked),
        );
        return { template, version: yield* versionOf(template, number) };
      });

      return Templates.of({ list: store.list, find, get, versions, publish, create, remove, pin });
    }),
  );
}

const NOTHING_PUBLISHED = {
  currentVersionId: null,
  manifest: null,
  jsonSchema: null,
  layout: null,
  pageConfig: null,
} as const;
