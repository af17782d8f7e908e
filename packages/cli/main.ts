import { NodeRuntime, NodeServices } from "@effect/platform-node";
import { Console, Effect, Layer, Logger } from "effect";
import { Command } from "effect/cli";

import { oneLine } from "./failure.ts";
import { paraph } from "./mod.ts";

// A command fails with one line for a person to read; whatever else goes wrong is a bug and shows.
paraph.pipe(
  Command.run({ version: "0.1.0" }),
  Effect.tapError((failure) => Console.error(oneLine(failure))),
  Effect.provide(Layer.merge(NodeServices.layer, Layer.succeed(Logger.LogToStderr, true))),
  NodeRuntime.runMain({ disableErrorReporting: true }),
);
