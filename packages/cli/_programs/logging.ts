import { telemetry } from "@paraph/app";
import { Context, Formatter, Layer, Logger, Option, References, Tracer } from "effect";

import type { Settings } from "../settings.ts";

/** Where logs go: a server's to standard output, a command's to standard error, beside its answer. */
export type LogStream = "stdout" | "stderr";

/** Logs as the settings want them. */
export function logging(
  { logFormat, logLevel }: Pick<Settings, "logFormat" | "logLevel">,
  stream: LogStream,
): Layer.Layer<never> {
  return Layer.mergeAll(
    Logger.layer([logFormat === "json" ? json : Logger.consolePretty()]),
    Layer.succeed(References.MinimumLogLevel, logLevel),
    Layer.succeed(Logger.LogToStderr, stream === "stderr"),
  );
}

/** The logs of a process that works on, and its traces and figures: what is pending is sent at the end. */
export function observed(settings: Settings): Layer.Layer<never> {
  return Layer.provideMerge(telemetry(settings.telemetry), logging(settings, "stdout"));
}

/** One JSON object a line, which names the trace that it belongs to. */
const json = Logger.withConsoleLog(
  Logger.make((said) => {
    const trace = Option.match(Context.getOption(said.fiber.context, Tracer.ParentSpan), {
      onNone: () => ({}),
      onSome: ({ traceId, spanId }) => ({ traceId, spanId }),
    });
    return Formatter.formatJson({ ...Logger.formatStructured.log(said), ...trace });
  }),
);
