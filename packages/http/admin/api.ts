import { ChangePartner, Provision, ProvisionedPartner } from "@paraph/core/admin";
import { NotFound } from "@paraph/core/values";
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api";

import { AdminKey } from "../_auth/admin_key.ts";
import { flatBodyErrors } from "../_wire/body/json_body.ts";
import { wireFlat } from "../_wire/errors/error.ts";
import { FlatServerFaults } from "../_wire/errors/server_faults.ts";
import { repeatableHeaders } from "../_wire/request/idempotency_key.ts";

/** What the operator of a deployment does: provision organisations. Its errors are flat. */
export class AdminApi extends HttpApiGroup.make("admin")
  .add(
    HttpApiEndpoint.post("provision", "/v1/admin/provision", {
      headers: repeatableHeaders,
      payload: Provision,
      success: [
        ProvisionedPartner.pipe(HttpApiSchema.status(201)),
        ProvisionedPartner.pipe(HttpApiSchema.status(200)),
      ],
      // The project of the organisation may be deleted when the request is repeated.
      error: [...flatBodyErrors, wireFlat(NotFound)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Provision an organisation (201), or tell what it was provisioned with (200)",
        description: [
          "An organisation gets an account, a project and a project key, which is shown now and never",
          "again. Repeated with the same `externalOrgId` nothing of it changes, whatever else is said,",
          "except that `rotateKey: true` replaces the key: the new one is shown, the old one revoked.",
          "Repeated under its `Idempotency-Key` nothing is done, and `apiKey` is null.",
        ].join("\n"),
      }),
    ),
    HttpApiEndpoint.patch("change", "/v1/admin/provision", {
      payload: ChangePartner,
      success: ProvisionedPartner,
      error: [...flatBodyErrors, wireFlat(NotFound)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Change what was agreed with an organisation; what is not named stays",
      }),
    ),
  )
  .middleware(AdminKey)
  .middleware(FlatServerFaults)
  .annotateMerge(
    OpenApi.annotations({
      description: "What operators do. Errors are flat: `{ error: code, message, issues? }`.",
    }),
  ) {}
