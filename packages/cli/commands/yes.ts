import { Effect } from "effect";
import { Flag } from "effect/cli";

import { WrongUsage } from "../wrong_usage.ts";

/** `--yes`: that somebody means it. */
export const yes = Flag.Boolean("yes").pipe(
  Flag.withDescription("Really; there is no way back"),
  Flag.withDefault(false),
  Flag.withoutNegation,
);

/** Does nothing that cannot be undone unless it was said twice. */
export function requireYes(given: boolean, what: string): Effect.Effect<void, WrongUsage> {
  return given
    ? Effect.void
    : Effect.fail(new WrongUsage({ message: `${what}, and there is no way back: add --yes` }));
}
