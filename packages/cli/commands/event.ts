import { Effect, Option } from "effect";
import { Command, Flag } from "effect/cli";

import { described } from "../described.ts";
import { limit } from "../paging.ts";
import { json } from "../print.ts";
import { WrongUsage } from "../wrong_usage.ts";

const list = Command.make(
  "list",
  {
    after: Flag.String("after").pipe(
      Flag.withDescription("Start behind the event with this id, or at this moment"),
      Flag.optional,
    ),
    limit,
    follow: Flag.Boolean("follow").pipe(
      Flag.withAlias("f"),
      Flag.withDescription("Go on with what happens, from now on unless --after says otherwise"),
      Flag.withDefault(false),
      Flag.withoutNegation,
    ),
    json: json.pipe(Flag.withDescription("Print JSON; with --follow, an event a line")),
  },
  Effect.fnUntraced(function* (wanted) {
    if (wanted.follow && Option.isSome(wanted.limit)) {
      return yield* new WrongUsage({
        message: "--follow lists all that happens: leave out --limit",
      });
    }
    const program = yield* Effect.promise(() => import("../_programs/event_feed.ts"));
    return yield* wanted.follow ? program.followEvents(wanted) : program.listEvents(wanted);
  }),
).pipe(
  described("List what happened in the last 30 days, oldest first", "project"),
  Command.withExamples([
    { command: "paraph event list --after 2026-05-04T00:00:00Z" },
    { command: "paraph event list --follow --json | jq .type" },
  ]),
);

/** `paraph event`: what happened in a project. */
export const event = Command.make("event").pipe(
  described("Read what happens in a project", "project"),
  Command.withSubcommands([list]),
);
