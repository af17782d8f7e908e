import { Measurements, VERSION } from "@paraph/core/telemetry";
import { ConfigProvider, Effect, Layer, Redacted, Schedule, Tracer } from "effect";
import { FetchHttpClient, HttpClient } from "effect/http";
import { Otlp } from "effect/observability";

import { discreet } from "./discreet_tracer.ts";

/** Where traces, metrics and logs go, and under which name. */
export interface TelemetryOptions {
  /** A collector that speaks OTLP over HTTP: what `/v1/traces` and the like are below. */
  readonly endpoint: string;
  /** What lets us in there. */
  readonly headers: Redacted.Redacted<Readonly<Record<string, string>>>;
  readonly serviceName: string;
  /** What else is said of this process. */
  readonly resourceAttributes: Readonly<Record<string, string>>;
}

/** A collector that takes longer counts as gone, and is left alone for a minute. */
const PATIENCE = "5 seconds";

/** What is pending at the end has so long to be sent. */
const FLUSH_WITHIN = "2 seconds";

/** How often figures are brought up to date and sent. */
const EVERY = "10 seconds";

/**
 * Sends traces, metrics and logs to a collector, beside whatever is done with logs anyway; nothing
 * without one. A collector that is gone costs what was to be sent, and nobody else any time.
 */
export function telemetry(options: TelemetryOptions | undefined): Layer.Layer<never> {
  if (options === undefined) return Layer.empty;
  const { endpoint, headers, serviceName, resourceAttributes } = options;
  const exporting = Otlp.layerJson({
    baseUrl: endpoint,
    headers: Redacted.value(headers),
    resource: { serviceName, serviceVersion: VERSION, attributes: resourceAttributes },
    metricsExportInterval: EVERY,
    shutdownTimeout: FLUSH_WITHIN,
  });
  return Layer.effect(Tracer.Tracer, Effect.map(Tracer.Tracer, discreet)).pipe(
    Layer.provideMerge(exporting),
    Layer.provide([collector, ConfigProvider.layer(ConfigProvider.fromUnknown({}))]),
  );
}

/** Keeps the figures up to date that are sent to a collector; those of `/metrics` are when it is asked for. */
export function measuring(options: TelemetryOptions | undefined) {
  if (options === undefined) return Layer.empty;
  return Layer.effectDiscard(
    Effect.flatMap(Measurements, ({ measure }) =>
      measure.pipe(Effect.repeat(Schedule.spaced(EVERY)), Effect.forkScoped),
    ),
  );
}

/** Gives up in time, so that nothing piles up behind a collector that says nothing. */
const collector = Layer.effect(
  HttpClient.HttpClient,
  Effect.map(
    HttpClient.HttpClient,
    HttpClient.transformResponse(
      Effect.timeoutOrElse({
        duration: PATIENCE,
        orElse: () => Effect.die("The collector does not answer"),
      }),
    ),
  ),
).pipe(Layer.provide(FetchHttpClient.layer));
