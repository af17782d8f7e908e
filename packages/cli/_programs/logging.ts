import { Layer, Logger, References } from "effect";

import type { Settings } from "../settings.ts";

/** Where logs go: a server's to standard output, a command's to standard error, beside its answer. */
export type LogStream = "stdout" | "stderr";

/** Logs as the settings want them. */
export function logging(
  { logFormat, logLevel }: Pick<Settings, "logFormat" | "logLevel">,
  stream: LogStream,
): Layer.Layer<never> {
  const logger = logFormat === "json" ? Logger.consoleJson : Logger.consolePretty();
  return Layer.mergeAll(
    Logger.layer([logger, Logger.tracerLogger]),
    Layer.succeed(References.MinimumLogLevel, logLevel),
    Layer.succeed(Logger.LogToStderr, stream === "stderr"),
  );
}
