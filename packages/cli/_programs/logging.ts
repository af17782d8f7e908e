import { telemetry } from "@paraph/app";
import type { Settings } from "@paraph/app/settings";
import { Context, Effect, Formatter, Layer, Logger, Option, References, Tracer } from "effect";

import { CommandEnvironment, environmentWarnings } from "../environment/environment.ts";
import { lineWriter } from "../terminal/line_writer.ts";

/** A server logs to standard output. A command logs to standard error, because its result is on standard output. */
export type LogStream = "stdout" | "stderr";

/** Configures the logger by the settings. */
export function logging(
  { logFormat, logLevel }: Pick<Settings, "logFormat" | "logLevel">,
  stream: LogStream,
): Layer.Layer<never> {
  return Layer.mergeAll(
    Logger.layer([logFormat === "json" ? json(process[stream]) : Logger.consolePretty()]),
    Layer.succeed(References.MinimumLogLevel, logLevel),
    Layer.succeed(Logger.LogToStderr, stream === "stderr"),
  );
}

/** The logs, traces and metrics of a service. Pending telemetry is sent at shutdown. */
export function observability(settings: Settings): Layer.Layer<never> {
  return logEnvironmentWarnings.pipe(
    Layer.provideMerge(telemetry(settings.telemetry)),
    Layer.provideMerge(logging(settings, "stdout")),
  );
}

/** Logs what is wrong with the environment of a service. */
export const logEnvironmentWarnings = Layer.effectDiscard(
  Effect.flatMap(CommandEnvironment, (environment) =>
    Effect.forEach(environmentWarnings(environment), (warning) => Effect.logWarning(warning)),
  ),
);

/** One JSON object per line, with the ids of its trace and span. */
const json = (stream: NodeJS.WritableStream) =>
  Effect.map(lineWriter(stream), (writeLine) =>
    Logger.make((logEntry) => {
      const trace = Option.match(Context.getOption(logEntry.fiber.context, Tracer.ParentSpan), {
        onNone: () => ({}),
        onSome: ({ traceId, spanId }) => ({ traceId, spanId }),
      });
      writeLine(Formatter.formatJson({ ...Logger.formatStructured.log(logEntry), ...trace }));
    }),
  );
