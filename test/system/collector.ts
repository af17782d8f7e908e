import type { IncomingHttpHeaders } from "node:http";

import { Effect, Predicate, type Scope } from "effect";

import { localServer } from "../../packages/testing/local_server.ts";

/** A span as a collector receives it, with its attributes by name. */
export interface CollectedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly kind: number;
  readonly status: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: ReadonlyArray<{ readonly traceId: string; readonly spanId: string }>;
}

/** A local collector of traces, metrics and logs over OTLP in JSON. */
export interface Collector {
  readonly url: string;
  /** Everything that it received, as text. */
  readonly text: () => string;
  readonly spans: () => ReadonlyArray<CollectedSpan>;
  /** The names of all metrics. */
  readonly metrics: () => ReadonlySet<string>;
  /** The body and trace of every log line. */
  readonly logs: () => ReadonlyArray<{ readonly body: unknown; readonly traceId: unknown }>;
  /** The headers of the requests. */
  readonly headers: () => ReadonlyArray<IncomingHttpHeaders>;
}

/** How it treats requests: accepts them, refuses them, or does not respond. */
type Manner = "takes" | "refuses" | "says nothing";

/** Starts a collector that stops with the scope. */
export const startCollector = (
  manner: Manner = "takes",
): Effect.Effect<Collector, never, Scope.Scope> =>
  Effect.gen(function* () {
    const requests: Array<{ readonly path: string; readonly text: string }> = [];
    const headers: Array<IncomingHttpHeaders> = [];
    const { port } = yield* localServer((request, response) => {
      const chunks: Array<Buffer> = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        requests.push({ path: request.url ?? "", text: Buffer.concat(chunks).toString() });
        headers.push(request.headers);
        if (manner === "says nothing") return;
        response.writeHead(manner === "takes" ? 200 : 400, { "content-type": "application/json" });
        response.end("{}");
      });
    });
    /** The values of the last of these names in all bodies to a path. */
    const valuesAt = (path: string, ...steps: ReadonlyArray<string>) =>
      requests
        .filter((each) => each.path === path)
        .map(({ text }): ReadonlyArray<unknown> => [JSON.parse(text)])
        .flatMap((all) =>
          steps.reduce((values, step) => values.flatMap((each) => getList(each, step)), all),
        );
    return {
      url: `http://127.0.0.1:${port}`,
      text: () => requests.map(({ text }) => text).join("\n"),
      headers: () => headers,
      spans: () => valuesAt("/v1/traces", "resourceSpans", "scopeSpans", "spans").map(spanOf),
      metrics: () =>
        new Set(
          valuesAt("/v1/metrics", "resourceMetrics", "scopeMetrics", "metrics").map((metric) =>
            String(getProperty(metric, "name")),
          ),
        ),
      logs: () =>
        valuesAt("/v1/logs", "resourceLogs", "scopeLogs", "logRecords").map((line) => ({
          body: getProperty(getProperty(line, "body"), "stringValue"),
          traceId: getProperty(line, "traceId"),
        })),
    };
  });

function getProperty(value: unknown, name: string): unknown {
  return Predicate.hasProperty(value, name) ? value[name] : undefined;
}

function getList(value: unknown, name: string): ReadonlyArray<unknown> {
  const list = getProperty(value, name);
  return Array.isArray(list) ? list : [];
}

function spanOf(span: unknown): CollectedSpan {
  const text = (name: string, source = span) => {
    const value = getProperty(source, name);
    return Predicate.isString(value) ? value : "";
  };
  const parentSpanId = text("parentSpanId");
  return {
    name: text("name"),
    traceId: text("traceId"),
    spanId: text("spanId"),
    parentSpanId: parentSpanId === "" ? undefined : parentSpanId,
    kind: Number(getProperty(span, "kind")),
    status: Number(getProperty(getProperty(span, "status"), "code")),
    attributes: Object.fromEntries(
      getList(span, "attributes").map((attribute) => {
        const [value] = Object.values(Object(getProperty(attribute, "value")));
        return [text("key", attribute), value];
      }),
    ),
    links: getList(span, "links").map((link) => ({
      traceId: text("traceId", link),
      spanId: text("spanId", link),
    })),
  };
}
