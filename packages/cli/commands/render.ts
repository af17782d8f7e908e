import { Effect } from "effect";
import { Argument, Command, Flag } from "effect/cli";

import { readSettings } from "../settings.ts";
import { renderDelete } from "./render_delete.ts";
import { renderDownload } from "./render_download.ts";
import { renderEmail } from "./render_email.ts";
import { renderGet } from "./render_get.ts";
import { renderList } from "./render_list.ts";
import { renderSubmit } from "./render_submit.ts";
import { renderWait } from "./render_wait.ts";
import { watch } from "./template_source.ts";

/** `paraph render`: a template and data to a PDF, without a server; and the renders of a server. */
export const render = Command.make(
  "render",
  {
    source: Argument.String("layout-or-template").pipe(
      Argument.withDescription(
        "A template (name, manifest, layout) or a bare layout, as JSON, or a template's folder",
      ),
    ),
    data: Argument.String("data").pipe(
      Argument.withDescription("The data to fill in, as JSON; - for standard input"),
    ),
    output: Flag.String("output").pipe(
      Flag.withAlias("o"),
      Flag.withDescription("Where to write the PDF; - for standard output"),
    ),
    watch,
  },
  Effect.fnUntraced(function* (options) {
    const settings = yield* readSettings;
    const program = yield* Effect.promise(() => import("../_programs/render.ts"));
    yield* program.renderFile(settings, options);
  }),
).pipe(
  Command.withDescription(
    "Render a file without a server, or work on the renders of one\n\n" +
      "  Files need no server. Subcommands read PARAPH_URL, PARAPH_API_KEY (a project key)",
  ),
  Command.withShortDescription("Render a file without a server, or work on the renders of one"),
  Command.withExamples([
    {
      command: "paraph render template.json data.json -o invoice.pdf",
      description: "Without a server",
    },
    {
      command: "paraph render submit invoice --data data.json --wait -o invoice.pdf",
      description: "By a server, from a published template",
    },
  ]),
  Command.withSubcommands([
    renderSubmit,
    renderList,
    renderGet,
    renderWait,
    renderDownload,
    renderEmail,
    renderDelete,
  ]),
);
