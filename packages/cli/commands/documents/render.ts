import { readSettings } from "@paraph/app/settings";
import { hasEnded, RenderSource, RenderStatus } from "@paraph/core/renders";
import { Slug } from "@paraph/core/values";
import { type Duration, Effect, Option } from "effect";
import { Argument, Command, Flag } from "effect/cli";

import type { Resources } from "../../_programs/client.ts";
import { describe } from "../../describe.ts";
import {
  DASH,
  fileFlag,
  idempotencyKey,
  json,
  optIn,
  optionalText,
  output,
  paging,
  presentFlags,
  requireOneOutput,
  requireYes,
  textArgument,
  textFlag,
  timeout,
  versionNumber,
  yes,
} from "../../flags.ts";
import { inFile } from "../../input_names.ts";
import { readJsonObject } from "../../json_file.ts";
import { writeOutput } from "../../output_file.ts";
import { CallFailed, withHints } from "../../terminal/failure.ts";
import { printRecord } from "../../terminal/print.ts";
import { waitFor } from "../../terminal/progress.ts";
import { expiresAt, message, noDocumentYet } from "../people/share.ts";
import { callServer, downloadBytes, listCommand, recordCommand, table } from "../server_command.ts";
import { encryption, readEncryption } from "./encryption.ts";
import { batch } from "./render_batch.ts";
import { readStandard, standard } from "./standard.ts";
import { watch } from "./template_folder.ts";
import { upload } from "./upload.ts";

type Render = Effect.Success<ReturnType<Resources["renders"]["get"]>>;

const caller = "project";
const id = textArgument("id", "The render's id");
const ID = { id: "<id>" };

/** Polls a render until it has ended. */
const awaitRender = ({ renders }: Resources, id: string, timeout: Duration.Duration) =>
  waitFor({
    read: renders.get(id),
    hasEnded: ({ status }) => hasEnded(status),
    status: ({ status }) => `render ${id} is ${status}`,
    resumeCommand: `paraph render wait ${id}`,
    timeout,
  });

/** Prints a render that has ended and downloads its document; fails if the render failed. */
const reportRender = Effect.fnUntraced(function* (
  render: Render,
  { output, json }: { readonly output: Option.Option<string>; readonly json: boolean },
) {
  const file = Option.getOrUndefined(output);
  if (file !== DASH) yield* printRecord(render, json);
  const { id, status, errorCode, errorMessage } = render;
  if (status === "failed") {
    return yield* CallFailed.of(errorCode ?? "render_failed", errorMessage ?? "The render failed");
  }
  return yield* file === undefined ? Effect.void : downloadRender(id, file);
});

const downloadRender = (id: string, file: string) =>
  downloadBytes(file, caller, ({ renders }, options) => renders.download(id, options)).pipe(
    Effect.flatMap((bytes) => writeOutput(file, bytes)),
  );

const submit = Command.make(
  "submit",
  {
    slug: textArgument("slug", "The template's slug"),
    data: fileFlag("data", "The data to fill in, as JSON; - for standard input"),
    versionNumber,
    filename: optionalText("filename", "The file name under which people save the PDF"),
    ...encryption,
    standard,
    wait: optIn("wait", "Wait until it has ended; exit with 1 when it failed"),
    output: output.pipe(
      Flag.withDescription("Wait, and write the PDF there; - for standard output"),
      Flag.optional,
    ),
    timeout,
    idempotencyKey,
    json,
  },
  Effect.fnUntraced(function* ({ slug, data, versionNumber, filename, ...flags }) {
    yield* requireOneOutput(flags.json, flags.output);
    const encrypt = yield* readEncryption(flags);
    const conformance = yield* readStandard(flags.standard);
    const body = {
      data: yield* readJsonObject(data, "--data"),
      options: { ...presentFlags({ versionNumber, filename }), ...encrypt, ...conformance },
    };
    const submission = yield* callServer(
      caller,
      ({ renders }) => renders.submit(slug, body, flags.idempotencyKey),
      {
        data: inFile("--data", data),
        slug: "<slug>",
        "options.versionNumber": "--version-number",
        "options.filename": "--filename",
        "options.encrypt": "--encrypt-password-file, --encrypt-owner-file or --encrypt-deny",
        "options.standard": "--standard",
        "options.encrypt.userPassword": "--encrypt-password-file",
        "options.encrypt.ownerPassword": "--encrypt-owner-file",
        idempotencyKey: "--idempotency-key",
      },
    );
    if (!flags.wait && Option.isNone(flags.output))
      return yield* printRecord(submission, flags.json);
    const result = yield* callServer(caller, (paraph) =>
      awaitRender(paraph, submission.id, flags.timeout),
    );
    return yield* reportRender(result, flags);
  }),
).pipe(
  describe("Render a published template", caller),
  Command.withExamples([
    { command: "paraph render submit invoice --data data.json --wait -o invoice.pdf" },
    { command: "jq .order order.json | paraph render submit invoice --data - --json" },
    {
      command:
        "paraph render submit payslip --data data.json --encrypt-password-file password.txt -o payslip.pdf",
      description: "Encrypted, by a server only",
    },
  ]),
);

const list = listCommand(
  "list",
  {
    description: "List renders, newest first",
    caller,
    flags: {
      template: textFlag("template", "Only renders of the template with this slug").pipe(
        Flag.withSchema(Slug),
        Flag.optional,
      ),
      status: Flag.Literals("status", RenderStatus.literals).pipe(
        Flag.withDescription("Only renders with this status"),
        Flag.optional,
      ),
      batchId: optionalText("batch", "Only renders of the batch with this id"),
      source: Flag.Literals("source", RenderSource.literals).pipe(
        Flag.withDescription("Only renders with this origin"),
        Flag.optional,
      ),
      ...paging,
    },
  },
  ({ renders }, query) => renders.list(presentFlags(query)),
  ({ renders }) =>
    table(renders, [
      "id",
      "status",
      ["template", ({ templateSlug }) => templateSlug ?? ""],
      "filename",
      "createdAt",
    ]),
);

const get = recordCommand(
  "get",
  { description: "Show a render", caller, flags: { id } },
  ({ renders }, { id }) => renders.get(id),
);

const wait = Command.make(
  "wait",
  {
    id,
    output: output.pipe(
      Flag.withDescription("Write the PDF there; - for standard output"),
      Flag.optional,
    ),
    timeout,
    json,
  },
  Effect.fnUntraced(function* ({ id, timeout, ...flags }) {
    yield* requireOneOutput(flags.json, flags.output);
    const result = yield* callServer(caller, (paraph) => awaitRender(paraph, id, timeout), ID);
    yield* reportRender(result, flags);
  }),
).pipe(describe("Wait until a render has ended; exit with 1 when it failed", caller));

const download = Command.make(
  "download",
  { id, output },
  Effect.fnUntraced(function* ({ id, output }) {
    yield* downloadRender(id, output).pipe(
      withHints({ not_found: `\`paraph render wait ${id}\` waits until there is a document` }),
    );
  }),
).pipe(
  describe("Save the PDF of a render", caller),
  Command.withExamples([{ command: "paraph render download 0198c0de-… -o invoice.pdf" }]),
);

const page = Command.make(
  "page",
  {
    id,
    number: Argument.Int("number").pipe(Argument.withDescription("The page, from 1")),
    width: optionalText("width", "The width in pixels: 16 to 2000; by default 800"),
    output: output.pipe(Flag.withDescription("Where to write the PNG; - for standard output")),
  },
  Effect.fnUntraced(function* ({ id, number, width, output: file }) {
    const bytes = yield* downloadBytes(file, caller, ({ renders }, options) =>
      renders.pageImage(id, number, presentFlags({ width }), options),
    );
    yield* writeOutput(file, bytes);
  }),
).pipe(
  describe("Save a page of a render as PNG", caller),
  Command.withExamples([{ command: "paraph render page 0198c0de-… 1 -o page.png" }]),
);

const url = recordCommand(
  "url",
  {
    description: "Create a URL of the PDF that needs no key and expires",
    caller,
    flags: {
      id,
      expiresIn: Flag.Int("expires-in").pipe(
        Flag.withDescription("How long the URL works, in seconds: 60 to 604800; by default 3600"),
        Flag.optional,
      ),
    },
    hints: ({ id }) => noDocumentYet(id),
  },
  ({ renders }, { id, ...fields }) => renders.downloadUrl(id, presentFlags(fields)),
).pipe(Command.withExamples([{ command: "paraph render url 0198c0de-… --expires-in 600" }]));

const email = recordCommand(
  "email",
  {
    description: "Email a link to a render, and wait until the email is sent",
    caller,
    flags: {
      id,
      to: textFlag("to", "The recipient's email address"),
      recipientName: optionalText("name", "The recipient's name"),
      message,
      expiresAt,
      idempotencyKey,
    },
    hints: ({ id }) => noDocumentYet(id),
  },
  ({ shares }, { id, to, idempotencyKey, ...fields }) =>
    shares.email(id, { to, ...presentFlags(fields) }, idempotencyKey),
).pipe(Command.withExamples([{ command: "paraph render email 0198c0de-… --to ada@example.com" }]));

const remove = recordCommand(
  "delete",
  {
    description: "Erase a render, its document, data, shares and evidence",
    caller,
    flags: { id, yes },
  },
  ({ renders }, { id, yes }) =>
    requireYes(yes, `This erases render ${id} and everything that belongs to it`).pipe(
      Effect.andThen(renders.remove(id)),
      Effect.as({ id, deleted: true }),
    ),
);

const SUMMARY = "Render a file without a server, or work on the renders of one";

/** `paraph render`: renders files without a server, and manages the renders of a server. */
export const render = Command.make(
  "render",
  {
    source: textArgument(
      "layout-or-template",
      "A template (name, manifest, layout) or a bare layout, as JSON, or a template's folder",
    ),
    data: textArgument(
      "data",
      "The data to fill in, as JSON; - for standard input; by default the template's sample data",
    ).pipe(Argument.optional),
    output: textFlag("output", "Where to write the PDF; - for standard output").pipe(
      Flag.withAlias("o"),
    ),
    standard,
    watch,
  },
  Effect.fnUntraced(function* ({ data, standard: flag, ...options }) {
    const conformance = yield* readStandard(flag);
    const settings = yield* readSettings;
    const program = yield* Effect.promise(() => import("../../_programs/templates/render.ts"));
    yield* program.renderFile(settings, {
      ...options,
      ...conformance,
      data: Option.getOrUndefined(data),
      dataName: "<data>",
    });
  }),
).pipe(
  Command.withDescription(
    `${SUMMARY}\n\n  Files need no server. Subcommands read PARAPH_URL, PARAPH_API_KEY (a project key)`,
  ),
  Command.withShortDescription(SUMMARY),
  Command.withExamples([
    {
      command: "paraph render template.json data.json -o invoice.pdf",
      description: "Without a server",
    },
    {
      command: "paraph render invoice -o invoice.pdf",
      description: "A folder with its sample data",
    },
    {
      command: "paraph render invoice -o invoice.pdf --standard pdf/a-3u,pdf/ua-1",
      description: "An archivable and accessible document",
    },
    {
      command: "paraph render submit invoice --data data.json --wait -o invoice.pdf",
      description: "By a server, from a published template",
    },
  ]),
  Command.withSubcommands([
    submit,
    upload,
    list,
    get,
    wait,
    download,
    page,
    url,
    email,
    remove,
    batch,
  ]),
);
