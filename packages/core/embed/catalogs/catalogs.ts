import { Context, Effect, Layer, Option } from "effect";

import { keyedRequest, idempotent } from "../../idempotency/mod.ts";
import { newRow, type ProjectId, withRandom } from "../../values/mod.ts";
import { CatalogNotFound } from "../errors.ts";
import type { Catalog, CatalogInfo, CatalogRef, CreateCatalog, CreatedCatalog } from "./catalog.ts";
import { CatalogStore } from "./catalog_store.ts";

/** The result of `Catalogs.create`. */
export interface StoredCatalog extends CreatedCatalog {
  /** False if an earlier request with the same idempotency key created it. */
  readonly created: boolean;
}

/** Manages catalogs in immutable versions. */
export class Catalogs extends Context.Service<
  Catalogs,
  {
    /** Creates the next version of a catalog, once per idempotency key. */
    readonly create: (
      project: ProjectId,
      request: CreateCatalog,
      idempotencyKey?: string,
    ) => Effect.Effect<StoredCatalog>;
    /** Every version, newest first. */
    readonly list: (project: ProjectId) => Effect.Effect<ReadonlyArray<CatalogInfo>>;
    readonly resolve: (
      project: ProjectId,
      ref: CatalogRef,
    ) => Effect.Effect<Catalog, CatalogNotFound>;
  }
>()("@paraph/core/embed/Catalogs") {
  static readonly layer = Layer.effect(
    Catalogs,
    Effect.gen(function* () {
      const store = yield* CatalogStore;
      const runOnce = yield* idempotent;
      const row = yield* withRandom(newRow);

      const create = Effect.fn("Catalogs.create")(function* (
        projectId: ProjectId,
        { name, catalog }: CreateCatalog,
        idempotencyKey?: string,
      ) {
        const scope = { operation: "catalogs.create", within: projectId } as const;
        const { value, replayed } = yield* runOnce(keyedRequest(scope, idempotencyKey), {
          // Catalogs are never deleted.
          replay: (id) => Effect.map(store.findById(projectId, id), Option.getOrThrow),
          prepare: row,
          make: ({ id, createdAt }) =>
            Effect.map(store.add({ id, projectId, name, catalog, createdAt }), (version) => ({
              id,
              name,
              version,
            })),
        });
        return { ...value, created: !replayed };
      });

      const resolve = Effect.fn("Catalogs.resolve")(function* (
        project: ProjectId,
        ref: CatalogRef,
      ) {
        const catalog = yield* store.find(project, ref);
        return yield* Effect.fromOption(catalog, () => CatalogNotFound.now);
      });

      return Catalogs.of({ create, list: store.list, resolve });
    }),
  );
}
