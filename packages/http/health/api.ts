import { Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api";

import { wire } from "../_wire/errors/error.ts";
import { NotReady } from "../_wire/errors/failures.ts";

const Alive = Schema.Struct({ status: Schema.Literal("ok") }).annotate({ identifier: "Alive" });
const Ready = Schema.Struct({ status: Schema.Literal("ready") }).annotate({ identifier: "Ready" });

const Figures = Schema.String.pipe(
  HttpApiSchema.asText({ contentType: "text/plain; version=0.0.4; charset=utf-8" }),
);

/** Whether the server lives and can work; no key. */
export class HealthApi extends HttpApiGroup.make("health")
  .add(
    HttpApiEndpoint.get("alive", "/healthz", { success: Alive }).annotateMerge(
      OpenApi.annotations({ summary: "Whether the process lives" }),
    ),
    HttpApiEndpoint.get("ready", "/readyz", {
      success: Ready,
      error: wire(NotReady),
    }).annotateMerge(
      OpenApi.annotations({ summary: "Whether database, storage and queue answer" }),
    ),
    HttpApiEndpoint.get("metrics", "/metrics", { success: Figures }).annotateMerge(
      OpenApi.annotations({ summary: "What was counted and measured, as Prometheus reads it" }),
    ),
  )
  .annotateMerge(OpenApi.annotations({ description: "Whether the server lives and can work." })) {}
