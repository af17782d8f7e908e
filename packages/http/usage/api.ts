import { UsageQuery, UsageReport } from "@paraph/core/usage";
import { InvalidRequest } from "@paraph/core/values";
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api";

import { ProjectKey } from "../_auth/project_key.ts";
import { wire } from "../_wire/errors/error.ts";
import { RequestShape } from "../_wire/errors/request_shape.ts";
import { describeResponses } from "../_wire/response/describe_responses.ts";

/** A report as CSV. */
const Csv = HttpApiSchema.StreamUint8Array({ contentType: "text/csv" });

/** The usage of a project. */
export class UsageApi extends HttpApiGroup.make("usage")
  .add(
    HttpApiEndpoint.get("report", "/v1/usage", {
      query: UsageQuery,
      success: UsageReport,
      error: wire(InvalidRequest),
    })
      .middleware(RequestShape)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Get the usage by day",
          description: [
            "Returns the renders, shares, views and signature requests of each day, by default of the last 30",
            "days. Only what still exists counts: erasures and retention reduce the figures.",
          ].join("\n"),
        }),
      ),
    HttpApiEndpoint.get("csv", "/v1/usage.csv", {
      query: UsageQuery,
      success: Csv,
      error: wire(InvalidRequest),
    })
      .middleware(RequestShape)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Get the usage by day as CSV",
          description: [
            "Returns the same figures as CSV, for spreadsheets: a line with the names of the fields, then a line",
            "for each day.",
          ].join("\n"),
          transform: describeResponses({ 200: "The usage by day." }),
        }),
      ),
  )
  .middleware(ProjectKey) {}
