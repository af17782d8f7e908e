import { Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api";

import { wire } from "../_wire/error.ts";
import { NotReady } from "./not_ready.ts";

const Alive = Schema.Struct({ status: Schema.Literal("ok") }).annotate({ identifier: "Alive" });
const Ready = Schema.Struct({ status: Schema.Literal("ready") }).annotate({ identifier: "Ready" });

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
  )
  .annotateMerge(OpenApi.annotations({ description: "Whether the server lives and can work." })) {}
