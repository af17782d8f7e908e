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
const QUICK = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const PATIENT = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900];

const histogram = (name: string, description: string, boundaries: ReadonlyArray<number>) =>
  Metric.histogram(name, { description, boundaries });
const counter = (name: string, description: string) =>
  Metric.counter(name, { description, incremental: true });
const gauge = (name: string, description: string) => Metric.gauge(name, { description });

/** Everything that is measured. Labels have few values, and none that tells of a customer. */
export const METRICS = {
  requestSeconds: measure(
    histogram(
      "paraph_http_server_request_duration_seconds",
      "Time from a request to its answer",
      QUICK,
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
      "Time that a render takes: until a worker takes it, and at each stage of its work",
      PATIENT,
    ),
    "stage",
  ),
  mails: measure(counter("paraph_mails_total", "What attempts to send mails came to"), "outcome"),
  deliveries: measure(
    counter("paraph_webhook_deliveries_total", "What attempts to deliver events came to"),
    "outcome",
  ),
  deliverySeconds: measure(
    histogram("paraph_webhook_delivery_duration_seconds", "Time that receivers take", QUICK),
  ),
  signatureSteps: measure(
    counter("paraph_signature_steps_total", "What looking after signature requests came to"),
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
    gauge("paraph_queue_oldest_seconds", "For how long the oldest of them has been due"),
    "queue",
  ),
  databaseUp: measure(
    gauge(
      "paraph_database_up",
      "Whether the database has answered; if not, queues are as last seen",
    ),
  ),
  databaseConnections: measure(
    gauge(
      "paraph_database_connections",
      "Connections that all processes together have to the database, by what they do",
    ),
    "state",
  ),
  poolWait: measure(
    gauge(
      "paraph_database_pool_wait_seconds",
      "How long a connection of this process's pool was waited for, when last tried",
    ),
  ),
  buildInfo: measure(
    gauge("paraph_build_info", "Always 1; which release this is"),
    ...(["version", "node"] as const),
  ),
  startTime: measure(gauge("process_start_time_seconds", "When the process began, since 1970")),
  cpuSeconds: measure(counter("process_cpu_seconds_total", "Processor time, of all threads")),
  residentBytes: measure(gauge("process_resident_memory_bytes", "Memory of the process")),
  heapUsedBytes: measure(gauge("nodejs_heap_size_used_bytes", "Heap of the main thread in use")),
  heapTotalBytes: measure(gauge("nodejs_heap_size_total_bytes", "Heap of the main thread")),
  loopDelay: measure(
    gauge(
      "nodejs_eventloop_lag_seconds",
      "How late the main thread gets to things, since last told",
    ),
    "quantile",
  ),
} as const;

/** Takes a figure down. */
export function record(what: Measure, value: number): Effect.Effect<void>;
export function record<Label extends string>(
  what: Measure<Label>,
  value: number,
  labels: Readonly<Record<Label, string>>,
): Effect.Effect<void>;
export function record(
  { metric }: Measure<string>,
  value: number,
  labels: Readonly<Record<string, string>> = {},
): Effect.Effect<void> {
  return Metric.update(Metric.withAttributes(metric, labels), value);
}

/** Takes down how many seconds something takes, however it ends. */
export const timed =
  <Label extends string>(what: Measure<Label>, labels: Readonly<Record<Label, string>>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Clock.currentTimeNanos, (begun) =>
      Effect.onExit(effect, (exit) =>
        Exit.isFailure(exit) && Exit.hasInterrupts(exit)
          ? Effect.void
          : Effect.flatMap(Clock.currentTimeNanos, (now) =>
              record(what, Number(now - begun) / 1e9, labels),
            ),
      ),
    );
