import { CatalogInfo, CreateCatalog, CreatedCatalog } from "@paraph/core/embed";
import { Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api";

import { IntegratorKey, FlatIntegratorKey } from "../../_auth/integrator_key.ts";
import { flatUnprocessableErrors } from "../../_wire/body/json_body.ts";
import { FlatServerErrors, ServerErrors } from "../../_wire/errors/server_faults.ts";
import { idempotentHeaders } from "../../_wire/request/idempotency_key.ts";
import { describeResponses } from "../../_wire/response/describe_responses.ts";

const CatalogList = Schema.Struct({
  catalogs: Schema.Array(CatalogInfo).annotateKey({
    description: "Every version of every catalog, newest first.",
  }),
}).annotate({ identifier: "CatalogList", description: "The catalogs of a project." });

/** Variable catalogs of the builder. Errors of creation are flat. */
export class EmbedCatalogsApi extends HttpApiGroup.make("embedCatalogs")
  .add(
    HttpApiEndpoint.get("list", "/v1/embed/catalogs", { success: CatalogList })
      .middleware(IntegratorKey)
      .annotateMerge(
        OpenApi.annotations({
          summary: "List catalogs",
          description:
            "Every version of every catalog of the project, newest first, without their variables.",
        }),
      ),
  )
  .middleware(ServerErrors)
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
      .middleware(FlatIntegratorKey)
      .middleware(FlatServerErrors)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Create a catalog",
          description:
            "Stores an immutable version of a catalog. An existing name gets its next version; sessions name it in `catalogRef`. Errors are flat: `{ error: code, message, issues? }`.",
          transform: describeResponses({
            200: "The catalog of an idempotent replay.",
            201: "The new version of the catalog.",
          }),
        }),
      ),
  ) {}
