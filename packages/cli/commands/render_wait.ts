import { Effect, Option } from "effect";
import { Command, Flag } from "effect/cli";

import { described } from "../described.ts";
import { output } from "../output_file.ts";
import { json } from "../print.ts";
import { timeout } from "../waiting.ts";
import { WrongUsage } from "../wrong_usage.ts";
import { awaitRender, reportRender } from "./render_ended.ts";
import { renderId } from "./render_id.ts";

/** `paraph render wait`: until a render has ended. */
export const renderWait = Command.make(
  "wait",
  {
    id: renderId,
    output: output.pipe(
      Flag.withDescription("Write the PDF there; - for standard output"),
      Flag.optional,
    ),
    timeout,
    json,
  },
  Effect.fnUntraced(function* ({ id, output, timeout, json }) {
    if (json && Option.contains(output, "-")) {
      return yield* new WrongUsage({ message: "--json and --output - would share one output" });
    }
    return yield* reportRender(yield* awaitRender(id, { timeout }), { output, json });
  }),
).pipe(described("Wait until a render has ended; exit with 1 when it failed", "project"));
