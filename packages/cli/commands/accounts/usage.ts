import { Effect } from "effect";
import { Command } from "effect/cli";

import { describe } from "../../describe.ts";
import { DASH, json, optIn, optionalText, presentFlags } from "../../flags.ts";
import { writeOutput } from "../../output_file.ts";
import { WrongUsage } from "../../terminal/failure.ts";
import { printTable } from "../../terminal/print.ts";
import { callServer } from "../server_command.ts";

const caller = "project";

/** `paraph usage`: what a project used on each day. */
export const usage = Command.make(
  "usage",
  {
    from: optionalText("from", "The first day in UTC, such as 2026-05-01; by default 30 days"),
    to: optionalText("to", "The last day in UTC; by default today"),
    csv: optIn("csv", "Print CSV, for spreadsheets"),
    json,
  },
  Effect.fnUntraced(function* ({ csv, json, ...options }) {
    if (csv && json) return yield* new WrongUsage({ message: "Use --csv or --json, not both" });
    const query = presentFlags(options);
    if (csv) {
      const bytes = yield* callServer(caller, ({ usage }) => usage.csv(query), FIELDS);
      return yield* writeOutput(DASH, bytes);
    }
    const { days } = yield* callServer(caller, ({ usage }) => usage.report(query), FIELDS);
    return yield* printTable(
      days,
      [
        "date",
        "renders",
        "succeeded",
        "failed",
        "pages",
        "bytes",
        "p95DurationMs",
        "shares",
        "views",
        "downloads",
        ["requests", ({ signatureRequests }) => signatureRequests],
        ["completed", ({ completedSignatureRequests }) => completedSignatureRequests],
      ],
      json,
    );
  }),
).pipe(
  describe("Show the renders, shares, views and signature requests of each day", caller),
  Command.withExamples([
    { command: "paraph usage --from 2026-05-01 --to 2026-05-31 --csv > may.csv" },
  ]),
);

const FIELDS = { from: "--from", to: "--to" };
