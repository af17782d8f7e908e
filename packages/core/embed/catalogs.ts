import { Context, type Effect } from "effect";

import type { ProjectId } from "../values/mod.ts";
import type { Catalog, CatalogInfo, CatalogRef, CreateCatalog, CreatedCatalog } from "./catalog.ts";
import type { CatalogNotFound } from "./errors.ts";

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
>()("@paraph/core/embed/Catalogs") {}
