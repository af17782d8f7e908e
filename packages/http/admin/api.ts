import { ChangePartner, Provision, ProvisionedPartner, SystemReport } from "@paraph/core/admin";
import { NotFound } from "@paraph/core/values";
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api";

import { AdminKey } from "../_auth/admin_key.ts";
import { flatBodyErrors } from "../_wire/body/json_body.ts";
import { wireFlat } from "../_wire/errors/error.ts";
import { FlatServerErrors } from "../_wire/errors/server_faults.ts";
import { idempotentHeaders } from "../_wire/request/idempotency_key.ts";
import { describeResponses } from "../_wire/response/describe_responses.ts";

/** Provisioning of organisations, and the state of the deployment, for operators. Errors are flat. */
export class AdminApi extends HttpApiGroup.make("admin")
  .add(
    HttpApiEndpoint.post("provision", "/v1/admin/provision", {
      headers: idempotentHeaders,
      payload: Provision,
      success: [
        ProvisionedPartner.pipe(HttpApiSchema.status(201)),
        ProvisionedPartner.pipe(HttpApiSchema.status(200)),
      ],
      // The organisation's project may have been deleted before a retry.
      error: [...flatBodyErrors, wireFlat(NotFound)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Provision an organisation",
        description: [
          "Creates an account, a project and a project key for the organisation. The key is returned only",
          "once. Another request with the same `externalOrgId` ignores all other fields and changes nothing.",
          "With `rotateKey: true` it replaces the key, returns the new one and revokes the old one. An",
          "idempotent replay (`Idempotency-Key`) changes nothing and returns `apiKey: null`.",
        ].join("\n"),
        transform: describeResponses({
          201: "The new organisation with its project key.",
          200: "The existing organisation, with its new project key if it was rotated.",
        }),
      }),
    ),
    HttpApiEndpoint.patch("change", "/v1/admin/provision", {
      payload: ChangePartner,
      success: ProvisionedPartner,
      error: [...flatBodyErrors, wireFlat(NotFound)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Change an organisation",
        description: [
          "Changes the fields in the request, effective immediately. Absent fields do not change. With",
          "`suspended: true`, embed calls are rejected with 403 `partner_suspended`.",
        ].join("\n"),
        transform: describeResponses({ 200: "The changed organisation. `apiKey` is `null`." }),
      }),
    ),
  )
  .add(
    HttpApiEndpoint.get("system", "/v1/admin/system", { success: SystemReport }).annotateMerge(
      OpenApi.annotations({
        summary: "Get the state of the deployment",
        description: [
          "Returns the release, the parts that do not respond, the migrations, the waiting work, and the",
          "numbers of accounts and projects. It has no data of an account.",
        ].join("\n"),
      }),
    ),
  )
  .middleware(AdminKey)
  .middleware(FlatServerErrors) {}
