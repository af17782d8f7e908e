import { Context, type Effect, type Option } from "effect";

import type { ProjectId, Timestamp } from "../../values/mod.ts";
import type { Catalog, CatalogInfo, CatalogRef, CreateCatalog, CreatedCatalog } from "./catalog.ts";

/** A catalog to add as the next version of its name. */
export interface NewCatalog extends CreateCatalog {
  readonly id: string;
  readonly projectId: ProjectId;
  readonly createdAt: Timestamp;
}

/** Stores the immutable versions of catalogs. */
export class CatalogStore extends Context.Service<
  CatalogStore,
  {
    /** Adds the next version of a catalog; its number. Concurrent additions wait for each other. */
    readonly add: (catalog: NewCatalog) => Effect.Effect<number>;
    /** Every version, newest first. */
    readonly list: (project: ProjectId) => Effect.Effect<ReadonlyArray<CatalogInfo>>;
    readonly findById: (
      project: ProjectId,
      id: string,
    ) => Effect.Effect<Option.Option<CreatedCatalog>>;
    readonly find: (project: ProjectId, ref: CatalogRef) => Effect.Effect<Option.Option<Catalog>>;
  }
>()("@paraph/core/embed/CatalogStore") {}
