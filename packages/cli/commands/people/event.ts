import { Effect, Option } from "effect";
import { Command, Flag } from "effect/cli";

import { describe } from "../../describe.ts";
import { json, limit, optIn, optionalText } from "../../flags.ts";
import { WrongUsage } from "../../terminal/failure.ts";

const list = Command.make(
  "list",
  {
    after: optionalText("after", "Start after the event with this id, or at this time"),
    limit,
    follow: optIn("follow", "Continue with new events, from now on unless --after is set").pipe(
      Flag.withAlias("f"),
    ),
    json: json.pipe(Flag.withDescription("Print JSON; with --follow, one event per line")),
  },
  Effect.fnUntraced(function* (options) {
    if (options.follow && Option.isSome(options.limit)) {
      return yield* new WrongUsage({
        message: "--limit cannot be used with --follow, which prints all events",
      });
    }
    const program = yield* Effect.promise(() => import("../../_programs/events.ts"));
    return yield* options.follow ? program.followEvents(options) : program.listEvents(options);
  }),
).pipe(
  describe("List the events of the last 30 days, oldest first", "project"),
  Command.withExamples([
    { command: "paraph event list --after 2026-05-04T00:00:00Z" },
    { command: "paraph event list --follow --json | jq .type" },
  ]),
);

/** `paraph event`: the events of a project. */
export const event = Command.make("event").pipe(
  describe("Read the events of a project", "project"),
  Command.withSubcommands([list]),
);
