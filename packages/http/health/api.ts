import { Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api";

import { wire } from "../_wire/errors/error.ts";
import { NotReady } from "../_wire/errors/failures.ts";

const Alive = Schema.Struct({ status: Schema.Literal("ok") }).annotate({ identifier: "Alive" });
const Ready = Schema.Struct({ status: Schema.Literal("ready") }).annotate({ identifier: "Ready" });

const MetricsText = Schema.String.pipe(
  HttpApiSchema.asText({ contentType: "text/plain; version=0.0.4; charset=utf-8" }),
);

/** Liveness, readiness and metrics. No key is needed. */
export class HealthApi extends HttpApiGroup.make("health")
  .add(
    HttpApiEndpoint.get("alive", "/healthz", { success: Alive }).annotateMerge(
      OpenApi.annotations({ summary: "Whether the process runs" }),
    ),
    HttpApiEndpoint.get("ready", "/readyz", {
      success: Ready,
      error: wire(NotReady),
    }).annotateMerge(OpenApi.annotations({ summary: "Whether database, storage and queue work" })),
    HttpApiEndpoint.get("metrics", "/metrics", { success: MetricsText }).annotateMerge(
      OpenApi.annotations({ summary: "Metrics in the text format of Prometheus" }),
    ),
  )
  .annotateMerge(OpenApi.annotations({ description: "Liveness, readiness and metrics." })) {}
