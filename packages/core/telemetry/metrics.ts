import { Clock, Effect, Exit, Metric } from "effect";

/** A metric and the names of its labels. */
export interface Measure<Label extends string = never> {
  readonly metric: Metric.Metric<number, unknown>;
  readonly labels: ReadonlyArray<Label>;
}

const measure = <const Label extends string = never>(
  metric: Metric.Metric<number, unknown>,
  ...labels: ReadonlyArray<Label>
): Measure<Label> => ({ metric, labels });

/** Bucket boundaries in seconds. */
const SHORT_BOUNDARIES = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const LONG_BOUNDARIES = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900];

const histogram = (name: string, description: string, boundaries: ReadonlyArray<number>) =>
  Metric.histogram(name, { description, boundaries });
const counter = (name: string, description: string) =>
  Metric.counter(name, { description, incremental: true });
const gauge = (name: string, description: string) => Metric.gauge(name, { description });

/** All metrics. Labels have few values, and none identifies a customer. */
export const METRICS = {
  requestSeconds: measure(
    histogram(
      "paraph_http_server_request_duration_seconds",
      "Time from a request to its response",
      SHORT_BOUNDARIES,
    ),
    ...(["method", "route", "status"] as const),
  ),
  renders: measure(
    counter("paraph_renders_total", "Renders that have ended"),
    ...(["outcome", "error_code"] as const),
  ),
  renderSeconds: measure(
    histogram(
      "paraph_render_stage_duration_seconds",
      "Duration of a render: the wait for a worker, and each stage of the work",
      LONG_BOUNDARIES,
    ),
    "stage",
  ),
  mails: measure(counter("paraph_mails_total", "Attempts to send emails, by outcome"), "outcome"),
  deliveries: measure(
    counter("paraph_webhook_deliveries_total", "Attempts to deliver events, by outcome"),
    "outcome",
  ),
  deliverySeconds: measure(
    histogram(
      "paraph_webhook_delivery_duration_seconds",
      "Duration of webhook requests",
      SHORT_BOUNDARIES,
    ),
  ),
  signatureSteps: measure(
    counter("paraph_signature_steps_total", "Steps of signature requests, by outcome"),
    "outcome",
  ),
  corruptFiles: measure(
    counter(
      "paraph_storage_corrupt_files_total",
      "Stored files that did not match their checksum when they were opened: alert on any increase",
    ),
  ),
  sealingFailures: measure(
    counter("paraph_sealing_failures_total", "Failed attempts to archive a signed document"),
    ...(["reason", "outcome"] as const),
  ),
  queueJobs: measure(gauge("paraph_queue_jobs", "Jobs that are due and not claimed"), "queue"),
  queueAge: measure(
    gauge("paraph_queue_oldest_seconds", "Time since the oldest of these jobs became due"),
    "queue",
  ),
  databaseUp: measure(
    gauge(
      "paraph_database_up",
      "1 if the database responds, else 0: the gauges of queues then keep their last values",
    ),
  ),
  databaseConnections: measure(
    gauge("paraph_database_connections", "Connections of all processes to the database, by state"),
    "state",
  ),
  replicaReads: measure(
    counter(
      "paraph_database_replica_reads_total",
      "Reads that a replica may serve, by the server that served them",
    ),
    "server",
  ),
  poolWait: measure(
    gauge(
      "paraph_database_pool_wait_seconds",
      "Last measured wait for a connection of this process's pool",
    ),
  ),
  buildInfo: measure(
    gauge("paraph_build_info", "Always 1; the labels name the release"),
    ...(["version", "node"] as const),
  ),
  startTime: measure(gauge("process_start_time_seconds", "Start time of the process, since 1970")),
  cpuSeconds: measure(counter("process_cpu_seconds_total", "CPU time of all threads")),
  residentBytes: measure(gauge("process_resident_memory_bytes", "Memory of the process")),
  heapUsedBytes: measure(gauge("nodejs_heap_size_used_bytes", "Heap of the main thread in use")),
  heapTotalBytes: measure(gauge("nodejs_heap_size_total_bytes", "Heap of the main thread")),
  loopDelay: measure(
    gauge(
      "nodejs_eventloop_lag_seconds",
      "Event loop lag of the main thread since the last scrape",
    ),
    "quantile",
  ),
} as const;

/** Records a value of a metric. */
export function record(measurement: Measure, value: number): Effect.Effect<void>;
export function record<Label extends string>(
  measurement: Measure<Label>,
  value: number,
  labels: Readonly<Record<Label, string>>,
): Effect.Effect<void>;
export function record(
  { metric }: Measure<string>,
  value: number,
  labels: Readonly<Record<string, string>> = NO_LABELS,
): Effect.Effect<void> {
  return Metric.update(seriesOf(metric, labels), value);
}

const NO_LABELS = {};

/** The series of each metric by their labels. Labels have few values, so the maps stay small. */
const SERIES = new WeakMap<object, Map<string, Metric.Metric<number, unknown>>>();

/** The series of a metric with these labels. Each has a key that is expensive to build. */
function seriesOf(
  metric: Metric.Metric<number, unknown>,
  labels: Readonly<Record<string, string>>,
): Metric.Metric<number, unknown> {
  const series = SERIES.get(metric) ?? new Map<string, Metric.Metric<number, unknown>>();
  SERIES.set(metric, series);
  const key = JSON.stringify(labels);
  const cachedSeries = series.get(key);
  if (cachedSeries !== undefined) return cachedSeries;
  const labelledMetric = Metric.withAttributes(metric, labels);
  series.set(key, labelledMetric);
  return labelledMetric;
}

/** Records the duration of an effect in seconds, unless it is interrupted. */
export const timed =
  <Label extends string>(measurement: Measure<Label>, labels: Readonly<Record<Label, string>>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Clock.currentTimeNanos, (startNanos) =>
      Effect.onExit(effect, (exit) =>
        Exit.isFailure(exit) && Exit.hasInterrupts(exit)
          ? Effect.void
          : Effect.flatMap(Clock.currentTimeNanos, (now) =>
              record(measurement, Number(now - startNanos) / 1e9, labels),
            ),
      ),
    );
