import { type Duration, Effect, Option, Predicate } from "effect";
import { Command, Flag } from "effect/cli";

import type { Resources } from "../../_programs/client.ts";
import { type DataRow, dataRows, readDataRows, rowNames } from "../../data_rows.ts";
import { describe } from "../../describe.ts";
import {
  idempotencyKey,
  json,
  optIn,
  optionalText,
  output,
  paging,
  presentFlags,
  requireOneOutput,
  textArgument,
  timeout,
  versionNumber,
} from "../../flags.ts";
import { writeOutput } from "../../output_file.ts";
import { CallFailed } from "../../terminal/failure.ts";
import { printRecord } from "../../terminal/print.ts";
import { waitFor } from "../../terminal/progress.ts";
import { callServer, downloadBytes, listCommand, recordCommand, table } from "../server_command.ts";
import { readStandard, standard } from "./standard.ts";

const caller = "project";
const id = textArgument("id", "The batch's id");

const result = output.pipe(
  Flag.withDescription(
    "Wait, and write the PDFs there: as a ZIP file, or as one PDF if the name ends in .pdf; - for standard output",
  ),
  Flag.optional,
);

type Batch = Effect.Success<ReturnType<Resources["renderBatches"]["get"]>>;

/** Waits until a batch is completed. */
const awaitBatch = (batchId: string, atMost: Duration.Duration) =>
  callServer(
    caller,
    ({ renderBatches }) =>
      waitFor({
        read: renderBatches.get(batchId),
        hasEnded: ({ status }) => status === "completed",
        status: ({ succeeded, failed, total }) =>
          `batch ${batchId}: ${succeeded + failed} of ${total} renders have ended`,
        resumeCommand: `paraph render batch wait ${batchId}`,
        timeout: atMost,
      }),
    { id: "<id>" },
  );

/** Saves the PDFs of a batch. */
const downloadResult = (batchId: string, file: string) =>
  downloadBytes(file, caller, ({ renderBatches }, options) =>
    renderBatches.result(
      batchId,
      { as: file.toLowerCase().endsWith(".pdf") ? "pdf" : "zip" },
      options,
    ),
  ).pipe(Effect.flatMap((bytes) => writeOutput(file, bytes)));

/** Waits for a batch, prints it and saves its PDFs. Fails if a render failed. */
const reportBatch = Effect.fnUntraced(function* (
  batchId: string,
  flags: {
    readonly timeout: Duration.Duration;
    readonly output: Option.Option<string>;
    readonly json: boolean;
  },
) {
  const batch = yield* awaitBatch(batchId, flags.timeout);
  const file = Option.getOrUndefined(flags.output);
  if (file !== "-") yield* printRecord(batch, flags.json);
  if (file !== undefined) yield* downloadResult(batchId, file);
  yield* batch.failed > 0 ? Effect.fail(renderFailures(batch)) : Effect.void;
});

function renderFailures({ id: batchId, failed, total }: Batch) {
  return CallFailed.of("render_failed", `${failed} of ${total} renders failed`, {
    hint: `\`paraph render list --batch ${batchId} --status failed\` lists them`,
  });
}

/** The items of a batch from rows, with file names from a key of their data. */
function itemsOf(rows: ReadonlyArray<DataRow>, filenameKey: string | undefined) {
  return rows.map(({ data }) => {
    const name = filenameKey === undefined ? undefined : data[filenameKey];
    return Predicate.isString(name) || Predicate.isNumber(name)
      ? { data, filename: String(name) }
      : { data };
  });
}

const submit = Command.make(
  "submit",
  {
    slug: textArgument("slug", "The template's slug"),
    data: dataRows,
    versionNumber,
    filenameKey: optionalText(
      "filename-key",
      "The key of the data with the file name of each document, such as number",
    ),
    standard,
    wait: optIn("wait", "Wait until all have ended; exit with 1 when one failed"),
    output: result,
    timeout,
    idempotencyKey,
    json,
  },
  Effect.fnUntraced(function* ({ slug, data: file, versionNumber, filenameKey, ...flags }) {
    yield* requireOneOutput(flags.json, flags.output);
    const conformance = yield* readStandard(flags.standard);
    const rows = yield* readDataRows(file);
    const body = {
      template: slug,
      ...presentFlags({ versionNumber }),
      ...conformance,
      items: itemsOf(rows, Option.getOrUndefined(filenameKey)),
    };
    const submission = yield* callServer(
      caller,
      ({ renderBatches }) => renderBatches.submit(body, flags.idempotencyKey),
      {
        slug: "<slug>",
        template: "<slug>",
        versionNumber: "--version-number",
        standard: "--standard",
        "options.versionNumber": "--version-number",
        idempotencyKey: "--idempotency-key",
        ...rowNames(rows, "items", file),
      },
    );
    if (!flags.wait && Option.isNone(flags.output))
      return yield* printRecord(submission, flags.json);
    return yield* reportBatch(submission.id, flags);
  }),
).pipe(
  describe("Render a published template for each row of a file, up to 1,000", caller),
  Command.withExamples([
    { command: "paraph render batch submit invoice --data invoices.jsonl -o invoices.zip" },
    { command: "paraph render batch submit letter --data people.csv --wait --json" },
  ]),
);

const list = listCommand(
  "list",
  { description: "List batches, newest first", caller, flags: paging },
  ({ renderBatches }, query) => renderBatches.list(presentFlags(query)),
  ({ batches }) =>
    table(batches, [
      "id",
      "status",
      ["template", ({ templateSlug }) => templateSlug],
      "total",
      "succeeded",
      "failed",
      "createdAt",
    ]),
);

const get = recordCommand(
  "get",
  { description: "Show a batch", caller, flags: { id } },
  ({ renderBatches }, { id }) => renderBatches.get(id),
);

const wait = Command.make(
  "wait",
  { id, output: result, timeout, json },
  Effect.fnUntraced(function* ({ id, ...flags }) {
    yield* requireOneOutput(flags.json, flags.output);
    yield* reportBatch(id, flags);
  }),
).pipe(describe("Wait until all renders have ended; exit with 1 when one failed", caller));

const download = Command.make(
  "download",
  {
    id,
    output: output.pipe(
      Flag.withDescription(
        "Where to write the PDFs: as a ZIP file, or as one PDF if the name ends in .pdf; - for standard output",
      ),
    ),
  },
  Effect.fnUntraced(function* ({ id, output: file }) {
    yield* downloadResult(id, file);
  }),
).pipe(
  describe("Save the PDFs of a completed batch", caller),
  Command.withExamples([{ command: "paraph render batch download 0198c0de-… -o invoices.pdf" }]),
);

/** `paraph render batch`: batches of renders. */
export const batch = Command.make("batch").pipe(
  describe("Render a template for many rows of data", caller),
  Command.withSubcommands([submit, list, get, wait, download]),
);
