import { Context, Effect, Layer } from "effect";
import { SecureRandom } from "effect/crypto";

import { newRow, type ProjectId, Transaction } from "../values/mod.ts";
import type { Catalog, CatalogInfo, CatalogRef, CreateCatalog, CreatedCatalog } from "./catalog.ts";
import { CatalogStore } from "./catalog_store.ts";
import { CatalogNotFound } from "./errors.ts";

/** Keeps what templates may be made of, in versions that never change. */
export class Catalogs extends Context.Service<
  Catalogs,
  {
    /** Keeps a catalog: version 1 of its name, or the next one. */
    readonly create: (project: ProjectId, wanted: CreateCatalog) => Effect.Effect<CreatedCatalog>;
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
      const transaction = yield* Transaction;
      const random = yield* SecureRandom.SecureRandom;
      const row = Effect.provideService(newRow, SecureRandom.SecureRandom, random);

      const create = Effect.fn("Catalogs.create")(function* (
        projectId: ProjectId,
        { name, catalog }: CreateCatalog,
      ) {
        const { id, createdAt } = yield* row;
        const version = yield* transaction.run(
          store.add({ id, projectId, name, catalog, createdAt }),
        );
        return { id, name, version };
      });

      const resolve = Effect.fn("Catalogs.resolve")(function* (
        project: ProjectId,
        ref: CatalogRef,
      ) {
        const found = yield* store.find(project, ref);
        return yield* Effect.fromOption(found).pipe(Effect.mapError(() => CatalogNotFound.now));
      });

      return Catalogs.of({ create, list: store.list, resolve });
    }),
  );
}
