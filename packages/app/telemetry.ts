import { Measurements, VERSION } from "@paraph/core/telemetry";
import { ConfigProvider, Effect, Layer, Redacted, Schedule, Tracer } from "effect";
import { FetchHttpClient, HttpClient } from "effect/http";
import { Otlp } from "effect/observability";

import { redactingTracer } from "./redacting_tracer.ts";
import type { TelemetryOptions } from "./settings/mod.ts";

/** A collector that takes longer is skipped for a minute. */
const RESPONSE_TIMEOUT = "5 seconds";

/** Time limit for sending pending telemetry at shutdown. */
const SHUTDOWN_TIMEOUT = "2 seconds";

/** How often metrics are measured and sent. */
const METRICS_INTERVAL = "10 seconds";

/**
 * Sends traces, metrics and logs to a collector, in addition to the configured logger. Without
 * options it sends nothing. While the collector is unreachable, telemetry is lost without delaying
 * anything else.
 */
export function telemetry(options: TelemetryOptions | undefined): Layer.Layer<never> {
  if (options === undefined) return Layer.empty;
  const { endpoint, headers, serviceName, resourceAttributes } = options;
  const exporting = Otlp.layerJson({
    baseUrl: endpoint,
    headers: Redacted.value(headers),
    resource: { serviceName, serviceVersion: VERSION, attributes: resourceAttributes },
    metricsExportInterval: METRICS_INTERVAL,
    shutdownTimeout: SHUTDOWN_TIMEOUT,
  });
  return Layer.effect(Tracer.Tracer, Effect.map(Tracer.Tracer, redactingTracer)).pipe(
    Layer.provideMerge(exporting),
    Layer.provide([collector, ConfigProvider.layer(ConfigProvider.fromUnknown({}))]),
  );
}

/** Updates metrics regularly for the collector. `/metrics` measures when it is requested. */
export function measuring(options: TelemetryOptions | undefined) {
  if (options === undefined) return Layer.empty;
  return Layer.effectDiscard(
    Effect.flatMap(Measurements, ({ measure }) =>
      measure.pipe(Effect.repeat(Schedule.spaced(METRICS_INTERVAL)), Effect.forkScoped),
    ),
  );
}

/** A client with a time limit, so that telemetry does not queue behind a collector that hangs. */
const collector = Layer.effect(
  HttpClient.HttpClient,
  Effect.map(
    HttpClient.HttpClient,
    HttpClient.transformResponse(
      Effect.timeoutOrElse({
        duration: RESPONSE_TIMEOUT,
        orElse: () => Effect.die("The collector does not respond"),
      }),
    ),
  ),
).pipe(Layer.provide(FetchHttpClient.layer));
