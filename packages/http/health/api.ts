import { Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api";

import { wire } from "../_wire/errors/error.ts";
import { NotReady } from "../_wire/errors/failures.ts";
import { describeResponses } from "../_wire/response/describe_responses.ts";

const Alive = Schema.Struct({
  status: Schema.Literal("ok").annotateKey({ description: "Always `ok`." }),
}).annotate({ identifier: "Alive", description: "The process runs." });

const Ready = Schema.Struct({
  status: Schema.Literal("ready").annotateKey({ description: "Always `ready`." }),
}).annotate({ identifier: "Ready", description: "The database, the storage and the queue work." });

const MetricsText = Schema.String.pipe(
  HttpApiSchema.asText({ contentType: "text/plain; version=0.0.4; charset=utf-8" }),
);

/** Liveness, readiness and metrics. No key is needed. */
export class HealthApi extends HttpApiGroup.make("health").add(
  HttpApiEndpoint.get("alive", "/healthz", { success: Alive }).annotateMerge(
    OpenApi.annotations({
      summary: "Check liveness",
      description:
        "Responds while the process runs. It does not check dependencies. Restart the process if it does not respond.",
    }),
  ),
  HttpApiEndpoint.get("ready", "/readyz", { success: Ready, error: wire(NotReady) }).annotateMerge(
    OpenApi.annotations({
      summary: "Check readiness",
      description: [
        "Responds with 200 if the database, the document storage and the queue work. A 503 names the",
        "parts that do not respond: send the process no requests until it is ready.",
      ].join("\n"),
    }),
  ),
  HttpApiEndpoint.get("metrics", "/metrics", { success: MetricsText }).annotateMerge(
    OpenApi.annotations({
      summary: "Get metrics",
      description: "Returns the metrics of this process in the text format of Prometheus.",
      transform: describeResponses({ 200: "Metrics in the text format of Prometheus." }),
    }),
  ),
) {}
