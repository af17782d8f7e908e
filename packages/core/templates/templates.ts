import { Context, Effect, Layer, Option, Schema } from "effect";

import { keyedRequest, idempotent } from "../idempotency/mod.ts";
import { dataSchema, type InvalidLoopKey } from "../manifests/mod.ts";
import {
  type InvalidRequest,
  newRow,
  type ProjectId,
  type Slug,
  slugFromName,
  TemplateId,
  toSlug,
  withRandom,
} from "../values/mod.ts";
import {
  type NoPublishedVersion,
  SlugConflict,
  TemplateNotFound,
  type VersionConflict,
  VersionNotFound,
} from "./errors.ts";
import { type PreparedPublication, Publication } from "./publication.ts";
import {
  type CreateTemplate,
  type DeletedTemplate,
  type PublishedTemplate,
  type PublishTemplate,
  type StoredDetail,
  type Template,
  TEMPLATE_SLUG,
  type TemplateDetail,
  type TemplateVersion,
  type VersionInfo,
} from "./template.ts";
import { templateChanges } from "./template_changes.ts";
import { type StoredLayout, TemplateStore } from "./template_store.ts";
import { versionStorage } from "./version_storage.ts";
import { pinnedVersion } from "./versioning.ts";

/** Why a publication is refused. */
type Refused = InvalidRequest | InvalidLoopKey;

/** What a publication did. */
export interface Publishing extends PublishedTemplate {
  readonly created: boolean;
}

/** A publication that was found good, under the slug it takes. */
type Kept = Omit<PublishTemplate & PreparedPublication, keyof StoredLayout> &
  StoredLayout & { readonly slug: Slug };

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
    /** The same with the layout as it is stored, which may be large. */
    readonly read: (
      project: ProjectId,
      slug: string,
    ) => Effect.Effect<StoredDetail, TemplateNotFound>;
    readonly versions: (
      project: ProjectId,
      slug: string,
    ) => Effect.Effect<ReadonlyArray<VersionInfo>, TemplateNotFound>;
    /** Creates the template of a slug or adds a version to it, once for each key. */
    readonly publish: (
      project: ProjectId,
      slug: Slug,
      content: PublishTemplate,
      idempotencyKey?: string,
    ) => Effect.Effect<Publishing, Refused | VersionConflict | TemplateNotFound>;
    /** Creates a template under a slug that is its own, once for each key. */
    readonly create: (
      project: ProjectId,
      content: CreateTemplate,
      idempotencyKey?: string,
    ) => Effect.Effect<Publishing, Refused | SlugConflict | VersionConflict | TemplateNotFound>;
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
    /** A live template by its id, with what it has published last; none when it has published nothing. */
    readonly current: (
      project: ProjectId,
      id: string,
    ) => Effect.Effect<Option.Option<PinnedTemplate>>;
  }
>()("@paraph/core/templates/Templates") {
  static readonly layer = Layer.effect(
    Templates,
    Effect.gen(function* () {
      const store = yield* TemplateStore;
      const changes = yield* templateChanges;
      const repeat = yield* idempotent;
      const publication = yield* Publication;
      const storage = yield* versionStorage;
      const row = yield* withRandom(newRow);

      const find = Effect.fn("Templates.find")(function* (project: ProjectId, text: string) {
        const slug = toSlug(text);
        const found = slug === undefined ? Option.none() : yield* store.find(project, slug);
        return yield* Effect.fromOption(found, () => TemplateNotFound.of());
      });

      const versionOf = Effect.fnUntraced(function* (template: Template, versionNumber: number) {
        const version = yield* store.findVersion(template.id, versionNumber);
        return yield* Effect.fromOption(version, () => VersionNotFound.of(versionNumber));
      });

      const read = Effect.fn("Templates.read")(function* (project: ProjectId, slug: string) {
        const template = yield* find(project, slug);
        const { currentVersionNumber } = template;
        if (currentVersionNumber === null) return { ...template, ...NOTHING_PUBLISHED };
        const version = yield* Effect.orDie(versionOf(template, currentVersionNumber));
        const { id, manifest, pageConfig } = version;
        const layout = yield* store.loadLayout(id);
        const jsonSchema = dataSchema(manifest);
        return { ...template, currentVersionId: id, manifest, jsonSchema, layout, pageConfig };
      });

      const get = Effect.fn("Templates.get")(function* (project: ProjectId, slug: string) {
        const { layout, ...detail } = yield* read(project, slug);
        return { ...detail, layout: layout === null ? null : yield* storage.layout(layout) };
      });

      const versions = Effect.fn("Templates.versions")(function* (
        project: ProjectId,
        slug: string,
      ) {
        return yield* store.versions((yield* find(project, slug)).id);
      });

      /** Keeps a publication; `mayExist` tells whether it may add to a live template. */
      const keep = Effect.fnUntraced(function* (
        projectId: ProjectId,
        { name, slug, description = null, manifest, ...prepared }: Kept,
        mayExist: boolean,
      ) {
        const { id: newId, createdAt } = yield* row;
        const template = { id: TemplateId.make(newId), projectId, slug, name, createdAt };
        const { id, currentVersionNumber, created } = yield* store.claim(template);
        if (!created && !mayExist) return yield* SlugConflict.of(slug);
        const locked = { id, currentVersionNumber };
        const content = { ...prepared, name, description, manifest };
        const { versionNumber } = yield* changes.addVersion(locked, content);
        return { id, slug, currentVersionNumber: versionNumber, manifest, created };
      });

      /** Checks and uploads the content. Needs no transaction, so it runs before one begins. */
      const prepare = Effect.fnUntraced(function* (content: PublishTemplate) {
        const prepared = yield* publication.prepare(content);
        return { ...content, ...prepared, ...(yield* storage.store(prepared)) };
      });

      const replayed = (project: ProjectId, id: string) =>
        Effect.map(changes.published(project, TemplateId.make(id)), (template) => ({
          ...template,
          created: false,
        }));

      const publish = Effect.fn("Templates.publish")(function* (
        project: ProjectId,
        slug: Slug,
        content: PublishTemplate,
        idempotencyKey?: string,
      ) {
        const scope = { operation: "templates.publish", within: project, name: slug } as const;
        const { value } = yield* repeat(keyedRequest(scope, idempotencyKey), {
          replay: (id) => replayed(project, id),
          prepare: prepare(content),
          make: (prepared) =>
            keep(project, { ...prepared, slug }, true).pipe(
              Effect.catchTag("slug_conflict", Effect.die),
            ),
        });
        return value;
      });

      const create = Effect.fn("Templates.create")(function* (
        project: ProjectId,
        { slug, ...content }: CreateTemplate,
        idempotencyKey?: string,
      ) {
        const derived = slugFromName(content.name, TEMPLATE_SLUG);
        const scope = { operation: "templates.create", within: project } as const;
        const { value } = yield* repeat(keyedRequest(scope, idempotencyKey), {
          replay: (id) => replayed(project, id),
          prepare: prepare(content),
          make: (prepared) => {
            const under = (slug: Slug) => keep(project, { ...prepared, slug }, false);
            if (slug !== undefined) return under(slug);
            return Effect.catchTag(under(derived), "slug_conflict", () =>
              Effect.flatMap(changes.suffixedSlug(content.name), under),
            );
          },
        });
        return value;
      });

      const remove = Effect.fn("Templates.remove")(function* (project: ProjectId, slug: string) {
        const { id } = yield* find(project, slug);
        return yield* changes.remove(project, id);
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

      const current = Effect.fn("Templates.current")(function* (project: ProjectId, id: string) {
        const found = isTemplateId(id) ? yield* store.findById(project, id) : Option.none();
        if (Option.isNone(found)) return Option.none();
        const template = found.value;
        if (template.currentVersionNumber === null) return Option.none();
        const version = yield* Effect.orDie(versionOf(template, template.currentVersionNumber));
        return Option.some({ template, version });
      });

      const reading = { list: store.list, find, get, read, versions, pin, current };
      return Templates.of({ ...reading, publish, create, remove });
    }),
  );
}

const isTemplateId = Schema.is(TemplateId);

const NOTHING_PUBLISHED = {
  currentVersionId: null,
  manifest: null,
  jsonSchema: null,
  layout: null,
  pageConfig: null,
} as const;
