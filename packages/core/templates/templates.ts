import { Context, Effect, Layer, Option, Predicate, Schema } from "effect";

import { keyedRequest, idempotent } from "../idempotency/mod.ts";
import { parseStandardText, type StandardSetting, standardText } from "../layouts/mod.ts";
import { dataSchema, type InvalidLoopKey } from "../manifests/mod.ts";
import {
  InvalidRequest,
  type Issue,
  type ProjectId,
  sizedCache,
  type Slug,
  slugFromName,
  TemplateId,
  TemplateVersionId,
  ReadReplica,
} from "../values/mod.ts";
import {
  type NoPublishedVersion,
  SlugConflict,
  TemplateNotFound,
  type VersionConflict,
  VersionNotFound,
} from "./errors.ts";
import { projectDefaults } from "./project_defaults.ts";
import { type PreparedPublication, Publication } from "./publication.ts";
import {
  type CreateTemplate,
  type DeletedTemplate,
  type PublishedTemplate,
  type PublishTemplate,
  type StoredDetail,
  type StoredVersionDetail,
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

type InvalidPublication = InvalidRequest | InvalidLoopKey;

/** A published template, and whether the publication created it. */
export interface Publishing extends PublishedTemplate {
  readonly created: boolean;
  /** Problems of the layout that did not prevent the publication; empty for a replay. */
  readonly warnings: ReadonlyArray<Issue>;
}

/** A valid publication with a stored layout. */
type StoredPublication = Omit<PublishTemplate & PreparedPublication, keyof StoredLayout> &
  StoredLayout;

/** The slug of a template, or a loaded template, which is not loaded again. */
export type TemplateRef = string | Template;

/** A template and the version of it to render. */
export interface PinnedTemplate {
  readonly template: Template;
  readonly version: TemplateVersion;
}

/** Publishes and reads templates. */
export class Templates extends Context.Service<
  Templates,
  {
    readonly list: (project: ProjectId) => Effect.Effect<ReadonlyArray<Template>>;
    readonly find: (
      project: ProjectId,
      template: TemplateRef,
    ) => Effect.Effect<Template, TemplateNotFound>;
    readonly get: (
      project: ProjectId,
      slug: string,
    ) => Effect.Effect<TemplateDetail, TemplateNotFound>;
    /** Like `get`, with the stored form of the layout, which may be large. */
    readonly read: (
      project: ProjectId,
      slug: string,
    ) => Effect.Effect<StoredDetail, TemplateNotFound>;
    readonly versions: (
      project: ProjectId,
      slug: string,
    ) => Effect.Effect<ReadonlyArray<VersionInfo>, TemplateNotFound>;
    /** A version with the stored form of its layout, which may be large. */
    readonly readVersion: (
      project: ProjectId,
      slug: string,
      versionNumber: number,
    ) => Effect.Effect<StoredVersionDetail, TemplateNotFound | VersionNotFound>;
    /** Creates a template with a slug or adds a version to it, once per idempotency key. */
    readonly publish: (
      project: ProjectId,
      slug: Slug,
      content: PublishTemplate,
      idempotencyKey?: string,
    ) => Effect.Effect<Publishing, InvalidPublication | VersionConflict | TemplateNotFound>;
    /** Creates a template under an unused slug, once per idempotency key. */
    readonly create: (
      project: ProjectId,
      content: CreateTemplate,
      idempotencyKey?: string,
    ) => Effect.Effect<
      Publishing,
      InvalidPublication | SlugConflict | VersionConflict | TemplateNotFound
    >;
    readonly remove: (
      project: ProjectId,
      slug: string,
    ) => Effect.Effect<DeletedTemplate, TemplateNotFound>;
    /** The version to render: the current one unless `versionNumber` names another. */
    readonly pin: (
      project: ProjectId,
      template: TemplateRef,
      versionNumber?: number,
    ) => Effect.Effect<PinnedTemplate, TemplateNotFound | NoPublishedVersion | VersionNotFound>;
    /**
     * Checks that documents of a version can conform to a standard in place of the one of its layout.
     *
     * @param path The path of the standard in the request.
     */
    readonly checkStandard: (
      version: TemplateVersion,
      standard: StandardSetting,
      path: string,
    ) => Effect.Effect<void, InvalidRequest>;
    /** A template by its id with its current version; none without a published version. */
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
      const replica = yield* ReadReplica;
      const changes = yield* templateChanges;
      const runOnce = yield* idempotent;
      const publication = yield* Publication;
      const storage = yield* versionStorage;
      const defaultsOf = yield* projectDefaults;

      const find = Effect.fn("Templates.find")(function* (
        project: ProjectId,
        template: TemplateRef,
      ) {
        return Predicate.isString(template) ? yield* changes.find(project, template) : template;
      });

      const versionOf = Effect.fnUntraced(function* (template: Template, versionNumber: number) {
        const version = yield* store.findVersion(template.id, versionNumber);
        return yield* Effect.fromOption(version, () => VersionNotFound.of(versionNumber));
      });

      const cachedVersion = yield* sizedCache({
        ...VERSION_CACHE,
        lookup: Effect.fnUntraced(function* (
          key: `${TemplateId}/${number}`,
        ): Effect.fn.Return<TemplateVersion, VersionNotFound> {
          const [id = "", versionNumber] = key.split("/");
          const version = yield* store.findVersion(TemplateId.make(id), Number(versionNumber));
          return yield* Effect.fromOption(version, () => VersionNotFound.of(Number(versionNumber)));
        }),
        sizeOf: ({ manifest, einvoice }: TemplateVersion) =>
          JSON.stringify([manifest, einvoice]).length,
      });

      const contentOf = Effect.fnUntraced(function* ({
        id,
        manifest,
        pageConfig,
        einvoice,
      }: TemplateVersion) {
        const layout = yield* store.loadLayout(id);
        return { manifest, jsonSchema: dataSchema(manifest), layout, pageConfig, einvoice };
      });

      const read = Effect.fn("Templates.read")(function* (project: ProjectId, slug: string) {
        const template = yield* find(project, slug);
        const { currentVersionNumber } = template;
        if (currentVersionNumber === null) return { ...template, ...NOTHING_PUBLISHED };
        const version = yield* Effect.orDie(versionOf(template, currentVersionNumber));
        return { ...template, currentVersionId: version.id, ...(yield* contentOf(version)) };
      });

      const readVersion = Effect.fn("Templates.readVersion")(function* (
        project: ProjectId,
        slug: string,
        versionNumber: number,
      ) {
        const version = yield* versionOf(yield* find(project, slug), versionNumber);
        return { id: version.id, versionNumber, ...(yield* contentOf(version)) };
      });

      const get = Effect.fn("Templates.get")(function* (project: ProjectId, slug: string) {
        const { layout, ...detail } = yield* read(project, slug);
        return { ...detail, layout: layout === null ? null : yield* storage.layout(layout) };
      });

      const versions = Effect.fn("Templates.versions")(function* (
        project: ProjectId,
        slug: string,
      ) {
        return yield* replica.read(
          Effect.flatMap(find(project, slug), ({ id }) => store.versions(id)),
        );
      });

      /** Adds the next version of a template, creating the template if necessary. */
      const addVersion = Effect.fnUntraced(function* (
        projectId: ProjectId,
        slug: Slug,
        { name, description = null, manifest, warnings, ...rest }: StoredPublication,
        mayExist: boolean,
      ) {
        const template = yield* changes.claim({ projectId, slug, name });
        const { id, created } = template;
        if (!created && !mayExist) return yield* SlugConflict.of(slug);
        const content = { ...rest, name, description, manifest };
        const { versionNumber } = yield* changes.addVersion(template, content);
        return { id, slug, currentVersionNumber: versionNumber, manifest, created, warnings };
      });

      /** Checks, compiles and stores the content. Runs before the transaction. */
      const prepare = Effect.fnUntraced(function* (project: ProjectId, content: PublishTemplate) {
        const preparation = yield* publication.prepare(content, yield* defaultsOf(project));
        return { ...content, ...preparation, ...(yield* storage.store(preparation)) };
      });

      const replayPublication = (project: ProjectId, id: string) =>
        Effect.map(changes.loadPublished(project, TemplateId.make(id)), (template) => ({
          ...template,
          created: false,
          warnings: [],
        }));

      const publish = Effect.fn("Templates.publish")(function* (
        project: ProjectId,
        slug: Slug,
        content: PublishTemplate,
        idempotencyKey?: string,
      ) {
        const scope = { operation: "templates.publish", within: project, name: slug } as const;
        const { value } = yield* runOnce(keyedRequest(scope, idempotencyKey), {
          replay: (id) => replayPublication(project, id),
          prepare: prepare(project, content),
          make: (storedPublication) =>
            addVersion(project, slug, storedPublication, true).pipe(
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
        const derivedSlug = slugFromName(content.name, TEMPLATE_SLUG);
        const scope = { operation: "templates.create", within: project } as const;
        const { value } = yield* runOnce(keyedRequest(scope, idempotencyKey), {
          replay: (id) => replayPublication(project, id),
          prepare: prepare(project, content),
          make: (storedPublication) => {
            const createWithSlug = (slug: Slug) =>
              addVersion(project, slug, storedPublication, false);
            if (slug !== undefined) return createWithSlug(slug);
            return Effect.catchTag(createWithSlug(derivedSlug), "slug_conflict", () =>
              Effect.flatMap(changes.suffixedSlug(content.name), createWithSlug),
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
        ref: TemplateRef,
        versionNumber?: number,
      ) {
        const template = yield* find(project, ref);
        const number = yield* Effect.fromResult(
          pinnedVersion(template.currentVersionNumber, versionNumber),
        );
        // It may have been deleted since it was loaded.
        const isActive = Predicate.isString(ref) || (yield* store.isActive(template.id));
        if (!isActive) return yield* TemplateNotFound.of();
        return { template, version: yield* cachedVersion(`${template.id}/${number}`) };
      });

      /** Versions never change, so those that can conform to a standard stay so. */
      const conformingVersions = yield* sizedCache({
        ...CONFORMING_CACHE,
        lookup: Effect.fnUntraced(function* (key: `${TemplateVersionId}/${string}`) {
          const end = key.indexOf("/");
          const source = yield* storage.loadSource(TemplateVersionId.make(key.slice(0, end)));
          const standard = parseStandardText(key.slice(end + 1));
          const issues = yield* publication.standardProblems(source, standard);
          return yield* issues.length === 0 ? Effect.succeed(key) : Effect.fail(issues);
        }),
        sizeOf: ({ length }: string) => length,
      });

      const checkStandard = Effect.fn("Templates.checkStandard")(function* (
        { id }: TemplateVersion,
        standard: StandardSetting,
        path: string,
      ) {
        yield* conformingVersions(`${id}/${standardText(standard)}`).pipe(
          Effect.mapError((issues) =>
            InvalidRequest.of(issues.map((issue) => ({ path, message: withPlace(issue) }))),
          ),
        );
      });

      const current = Effect.fn("Templates.current")(function* (project: ProjectId, id: string) {
        const storedTemplate = isTemplateId(id)
          ? yield* store.findById(project, id)
          : Option.none();
        if (Option.isNone(storedTemplate)) return Option.none();
        const template = storedTemplate.value;
        if (template.currentVersionNumber === null) return Option.none();
        const version = yield* Effect.orDie(versionOf(template, template.currentVersionNumber));
        return Option.some({ template, version });
      });

      const list = (project: ProjectId) => replica.read(store.list(project));
      const queries = { list, find, get, read, readVersion, versions, pin, current, checkStandard };
      return Templates.of({ ...queries, publish, create, remove });
    }),
  );
}

const isTemplateId = Schema.is(TemplateId);

/** Versions never change, so the manifests of those that are rendered are cached. */
const VERSION_CACHE = { count: 500, bytes: 32 * 1024 * 1024 } as const;

/** A key is the text of an id and of at most two standards. */
const CONFORMING_CACHE = { count: 1000, bytes: 1024 * 1024 } as const;

/** The message of a problem with its place in the template. */
function withPlace({ path, message }: Issue): string {
  return path === "layout.standard" ? message : `${path}: ${message}`;
}

const NOTHING_PUBLISHED = {
  currentVersionId: null,
  manifest: null,
  jsonSchema: null,
  layout: null,
  pageConfig: null,
  einvoice: null,
} as const;
