import { CatalogInfo, CreateCatalog, CreatedCatalog } from "@paraph/core/embed";
import { Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api";

import { EmbedPartner, FlatEmbedPartner } from "../_auth/partner_key.ts";
import { flatUnprocessableErrors } from "../_wire/body/json_body.ts";
import { FlatServerFaults, ServerFaults } from "../_wire/errors/server_faults.ts";
import { repeatableHeaders } from "../_wire/request/idempotency_key.ts";

const CatalogList = Schema.Struct({ catalogs: Schema.Array(CatalogInfo) }).annotate({
  identifier: "CatalogList",
});

/** What templates of sessions may be made of. Errors of a catalog's creation are flat. */
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
      headers: repeatableHeaders,
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
          summary: "Keep a catalog (201), or replay (200); the same name makes its next version",
          description: "Errors are flat: `{ error: code, message, issues? }`.",
        }),
      ),
  )
  .annotateMerge(
    OpenApi.annotations({ description: "Variables that partners offer to the builder." }),
  ) {}
