import { type Duration, Effect, Option } from "effect";
import { Command, Flag } from "effect/cli";

import type { Resources } from "../../_programs/client.ts";
import { dataRows, readDataRows, rowNames } from "../../data_rows.ts";
import { describe } from "../../describe.ts";
import {
  fileFlag,
  idempotencyKey,
  json,
  optIn,
  optionalText,
  output,
  paging,
  presentFlags,
  textArgument,
  timeout,
  versionNumber,
} from "../../flags.ts";
import { inFile } from "../../input_names.ts";
import { readJsonObject } from "../../json_file.ts";
import { writeOutput } from "../../output_file.ts";
import { CallFailed } from "../../terminal/failure.ts";
import { printRecord } from "../../terminal/print.ts";
import { waitFor } from "../../terminal/progress.ts";
import {
  asBody,
  callServer,
  downloadBytes,
  listCommand,
  recordCommand,
  table,
} from "../server_command.ts";
import { bulkRow } from "./bulk_row.ts";
import { caller } from "./signature_output.ts";

const id = textArgument("id", "The bulk request's id");

type Bulk = Effect.Success<ReturnType<Resources["signatureBulks"]["get"]>>;

/** Waits until every row is sent or has failed, and prints the bulk request. Fails if a row failed. */
const reportBulk = Effect.fnUntraced(function* (
  bulkId: string,
  flags: { readonly timeout: Duration.Duration; readonly json: boolean },
) {
  const ended = yield* callServer(
    caller,
    ({ signatureBulks }) =>
      waitFor({
        read: signatureBulks.get(bulkId),
        hasEnded: ({ status }) => status === "completed",
        status: ({ sent, failed, total }) =>
          `bulk request ${bulkId}: ${sent} of ${total} sent, ${failed} failed`,
        resumeCommand: `paraph signature bulk wait ${bulkId}`,
        timeout: flags.timeout,
      }),
    { id: "<id>" },
  );
  yield* printRecord(ended, flags.json);
  yield* ended.failed > 0 ? Effect.fail(rowFailures(ended)) : Effect.void;
});

function rowFailures({ id: bulkId, failed, total }: Bulk) {
  return CallFailed.of("rows_failed", `${failed} of ${total} rows were not sent`, {
    hint: `\`paraph signature bulk rows ${bulkId}\` shows why`,
  });
}

const submit = Command.make(
  "submit",
  {
    slug: textArgument("slug", "The template's slug"),
    data: dataRows,
    roles: Flag.String("role").pipe(
      Flag.withDescription(
        "A role of the layout whose recipient is in the columns ROLE.firstName, ROLE.lastName and ROLE.email; repeatable",
      ),
      Flag.atLeast(0),
    ),
    versionNumber,
    name: optionalText("name", "The name that recipients see"),
    message: optionalText("message", "A message to all recipients"),
    file: fileFlag(
      "file",
      "The other fields of the body of POST /v1/signatures/bulk as JSON, such as reminders",
    ).pipe(Flag.optional),
    wait: optIn("wait", "Wait until all rows are sent; exit with 1 when one failed"),
    timeout,
    idempotencyKey,
    json,
  },
  Effect.fnUntraced(function* ({ slug, data: dataFile, roles, file, ...flags }) {
    const options: Readonly<Record<string, unknown>> = Option.isSome(file)
      ? yield* readJsonObject(file.value, "--file")
      : {};
    const rows = yield* readDataRows(dataFile);
    const { versionNumber, name, message } = flags;
    const body = {
      ...options,
      template: slug,
      ...presentFlags({ versionNumber, name, message }),
      rows: rows.map(({ data }) => bulkRow(data, roles)),
    };
    const accepted = yield* callServer(
      caller,
      ({ signatureBulks }) => signatureBulks.create(asBody(body), flags.idempotencyKey),
      {
        ...(Option.isSome(file) ? { "": inFile("--file", file.value) } : {}),
        slug: "<slug>",
        template: "<slug>",
        versionNumber: "--version-number",
        name: "--name",
        message: "--message",
        idempotencyKey: "--idempotency-key",
        ...rowNames(rows, "rows", dataFile),
      },
    );
    if (!flags.wait) return yield* printRecord(accepted, flags.json);
    return yield* reportBulk(accepted.id, flags);
  }),
).pipe(
  describe("Render a template for each row of a file and send it for signature", caller),
  Command.withExamples([
    {
      command: "paraph signature bulk submit contract --data people.csv --role client --wait",
      description: "A CSV file with the columns client.firstName and client.email",
    },
    {
      command: "paraph signature bulk submit contract --data rows.json",
      description: "Rows with data and recipients, as in POST /v1/signatures/bulk",
    },
  ]),
);

const list = listCommand(
  "list",
  { description: "List bulk requests, newest first", caller, flags: paging },
  ({ signatureBulks }, query) => signatureBulks.list(presentFlags(query)),
  ({ bulks }) =>
    table(bulks, [
      "id",
      "status",
      ["template", ({ templateSlug }) => templateSlug],
      "total",
      "sent",
      "failed",
      "createdAt",
    ]),
);

const get = recordCommand(
  "get",
  { description: "Show a bulk request and its progress", caller, flags: { id } },
  ({ signatureBulks }, { id: bulkId }) => signatureBulks.get(bulkId),
);

const wait = Command.make(
  "wait",
  { id, timeout, json },
  Effect.fnUntraced(function* ({ id: bulkId, ...flags }) {
    yield* reportBulk(bulkId, flags);
  }),
).pipe(describe("Wait until all rows are sent; exit with 1 when one failed", caller));

const rows = listCommand(
  "rows",
  { description: "Show the result of each row", caller, flags: { id } },
  ({ signatureBulks }, { id: bulkId }) => signatureBulks.rows(bulkId),
  ({ rows: results }) =>
    table(results, [
      "row",
      "status",
      "signatureId",
      ["error", ({ error }) => (error === null ? "" : `${error.code}: ${error.message}`)],
    ]),
);

const download = Command.make(
  "download",
  {
    id,
    output: output.pipe(
      Flag.withDescription(
        "Where to write the result: the rows as CSV, or with the signed PDFs as a ZIP file if the name ends in .zip; - for standard output",
      ),
    ),
  },
  Effect.fnUntraced(function* ({ id: bulkId, output: file }) {
    const as = file.toLowerCase().endsWith(".zip") ? "zip" : "csv";
    const bytes = yield* downloadBytes(file, caller, ({ signatureBulks }, options) =>
      signatureBulks.result(bulkId, { as }, options),
    );
    yield* writeOutput(file, bytes);
  }),
).pipe(
  describe("Save the rows as CSV, or with the signed PDFs so far as a ZIP file", caller),
  Command.withExamples([{ command: "paraph signature bulk download 0198c0de-… -o contracts.zip" }]),
);

/** `paraph signature bulk`: many signature requests from one template. */
export const bulk = Command.make("bulk").pipe(
  describe("Send a document of one template to many people", caller),
  Command.withSubcommands([submit, list, get, wait, rows, download]),
);
