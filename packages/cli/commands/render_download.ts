import { Effect } from "effect";
import { Command } from "effect/cli";

import { withHints } from "../call_failed.ts";
import { described } from "../described.ts";
import { output } from "../output_file.ts";
import { saveRender } from "./render_ended.ts";
import { renderId } from "./render_id.ts";

/** `paraph render download`: the PDF of a render. */
export const renderDownload = Command.make(
  "download",
  { id: renderId, output },
  Effect.fnUntraced(function* ({ id, output }) {
    yield* saveRender(id, output).pipe(
      withHints({ not_found: `there is a document once \`paraph render wait ${id}\` says so` }),
    );
  }),
).pipe(
  described("Save the PDF of a render", "project"),
  Command.withExamples([{ command: "paraph render download 0198c0de-… -o invoice.pdf" }]),
);
