import { CatalogInfo, CreateCatalog, CreatedCatalog } from "@paraph/core/embed";
import { Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api";

import { EmbedPartner, FlatEmbedPartner } from "../_auth/partner_key.ts";
import { flatUnprocessableErrors } from "../_wire/body/json_body.ts";
import { FlatServerFaults, ServerFaults } from "../_wire/errors/server_faults.ts";
import { idempotentHeaders } from "../_wire/request/idempotency_key.ts";

const CatalogList = Schema.Struct({ catalogs: Schema.Array(CatalogInfo) }).annotate({
  identifier: "CatalogList",
});

/** Variable catalogs of the builder. Errors of creation are flat. */
export class EmbedCatalogsApi extends HttpApiGroup.make("embedCatalogs")
  .add(
    HttpApiEndpoint.get("list", "/v1/embed/catalogs", { success: CatalogList })
      .middleware(EmbedPartner)
      .annotateMerge(
        OpenApi.annotations({ summary: "List every version of every catalog, newest first" }),
      ),
  )
  .middleware(ServerFaults)
  .add(
    HttpApiEndpoint.post("create", "/v1/embed/catalogs", {
      headers: idempotentHeaders,
      payload: CreateCatalog,
      success: [
        CreatedCatalog.pipe(HttpApiSchema.status(201)),
        CreatedCatalog.pipe(HttpApiSchema.status(200)),
      ],
      error: flatUnprocessableErrors,
    })
      .middleware(FlatEmbedPartner)
      .middleware(FlatServerFaults)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Store a catalog (201), or replay (200). The same name creates the next version",
          description: "Errors are flat: `{ error: code, message, issues? }`.",
        }),
      ),
  )
  .annotateMerge(
    OpenApi.annotations({ description: "Variables that tenants provide for the builder." }),
  ) {}
