import { VERSION } from "@paraph/core/telemetry";
import { Cause, Console, Effect, Exit, Runtime } from "effect";
import { CliConfig, CliError, Command } from "effect/cli";

import { isHandedOver, wasInFront } from "./_front/hand_over.ts";
import { paraph } from "./command.ts";
import { RootCommand } from "./commands/setup/help.ts";
import { CommandEnvironment, environmentWarnings } from "./environment/environment.ts";
import { failureText } from "./terminal/failure.ts";
import { plainLine } from "./terminal/plain_text.ts";
import { builtInsOf } from "./terminal/usage.ts";

/** Runs a command line of `paraph`. Prints a failure as text, and a defect with its stack. */
export const runCommandLine = (args: ReadonlyArray<string>) =>
  Effect.when(
    printWarnings,
    Effect.sync(() => !isService(args) && !wasInFront()),
  ).pipe(
    Effect.andThen(Command.runWith(paraph, { version: VERSION })(args)),
    Effect.provideService(RootCommand, paraph),
    Effect.provideService(CliConfig.CliConfig, CliConfig.make({ builtIns: builtInsOf(args) })),
    // Errors in the command line are printed by its parser.
    Effect.tapError((failure) =>
      CliError.isCliError(failure) ? Effect.void : Console.error(failureText(failure)),
    ),
    Effect.tapDefect((defect) => (isHandedOver() ? Effect.void : Console.error(defect))),
  );

/** Warns of the environment. Services log the same warnings. */
const printWarnings = Effect.flatMap(CommandEnvironment, (environment) =>
  Effect.forEach(
    environmentWarnings(environment),
    (warning) => Console.error(plainLine(`Warning: ${warning}`)),
    { discard: true },
  ),
);

const SERVICES = new Set(["serve", "worker", "demo"]);

/** Whether a command runs until it is stopped, so that an interruption is a success. */
export function isService([command = ""]: ReadonlyArray<string>): boolean {
  return SERVICES.has(command);
}

const INTERRUPT_EXIT_CODE = 130;
const USAGE_EXIT_CODE = 2;

/**
 * The exit code of a command: 0 for success, 1 refused or failed, 2 a wrong command line or setting, 3 the
 * server cannot be reached or asks to retry later, 130 interrupted.
 */
export function exitCodeOf(exit: Exit.Exit<unknown, unknown>, args: ReadonlyArray<string>): number {
  if (Exit.isSuccess(exit)) return 0;
  if (Cause.hasInterruptsOnly(exit.cause)) return isService(args) ? 0 : INTERRUPT_EXIT_CODE;
  const failure = Cause.squash(exit.cause);
  return CliError.isCliError(failure) ? USAGE_EXIT_CODE : Runtime.getErrorExitCode(failure);
}
