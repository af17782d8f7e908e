import { Cause, Exit, Runtime } from "effect";
import { CliError } from "effect/cli";

const SERVICES = new Set(["serve", "worker", "demo"]);

/** Whether a command runs until it is stopped: to be stopped is how it ends. */
export function isService([command = ""]: ReadonlyArray<string>): boolean {
  return SERVICES.has(command);
}

const INTERRUPTED = 130;
const WRONG_USAGE = 2;

/**
 * The exit code of a command: 0 done, 1 refused or failed, 2 a wrong command line or wrong settings, 3 the
 * server cannot be reached or says try later, 130 interrupted.
 *
 * @param args What the command line asked for.
 */
export function exitCodeOf(exit: Exit.Exit<unknown, unknown>, args: ReadonlyArray<string>): number {
  if (Exit.isSuccess(exit)) return 0;
  if (Cause.hasInterruptsOnly(exit.cause)) return isService(args) ? 0 : INTERRUPTED;
  const failure = Cause.squash(exit.cause);
  return CliError.isCliError(failure) ? WRONG_USAGE : Runtime.getErrorExitCode(failure);
}
