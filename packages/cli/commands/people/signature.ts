import {
  isTerminal,
  type NewRecipient,
  NO_SIGNATURE_FIELD,
  SignatureStatus,
} from "@paraph/core/signatures";
import { slugFromName } from "@paraph/core/values";
import { Console, Effect, Option } from "effect";
import { Command, Flag } from "effect/cli";

import type { Resources } from "../../_programs/client.ts";
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
  requireOneOutput,
  switchFlag,
  textArgument,
  timeout,
} from "../../flags.ts";
import { type FieldNames, inFile } from "../../input_names.ts";
import { readJsonObject } from "../../json_file.ts";
import { writeNew, writeOutput, writeWhole } from "../../output_file.ts";
import { CallFailed, withHints, WrongUsage } from "../../terminal/failure.ts";
import { plainLine } from "../../terminal/plain_text.ts";
import { printJson } from "../../terminal/print.ts";
import { waitFor } from "../../terminal/progress.ts";
import {
  callServer,
  downloadBytes,
  listCommand,
  recordCommand,
  table,
  asBody,
} from "../server_command.ts";
import { noDocumentYet } from "./share.ts";
import { bulk } from "./signature_bulk.ts";
import { correct, extend, inPerson, remind, resend } from "./signature_changes.ts";
import { draft } from "./signature_draft.ts";
import { caller, id, printSignature, type SignatureRequest } from "./signature_output.ts";

const ID = { id: "<id>" };

/** Prints the signing links, which a test server without a mail server does not send. */
const printSigningLinks = Effect.fnUntraced(
  function* (request: SignatureRequest) {
    const [{ serverUrl }, { signingLinks }] = yield* Effect.promise(() =>
      Promise.all([
        import("../../_programs/client.ts"),
        import("../../_programs/signing_links.ts"),
      ]),
    );
    const result = yield* signingLinks(yield* serverUrl(caller), request);
    if (result === undefined) return;
    const lines = result.links.map(({ recipient, url }) =>
      plainLine(`Signing link of ${recipient}: ${url}`),
    );
    yield* Console.log(["", ...lines, `Development inbox: ${result.inbox}`].join("\n"));
  },
  // The request was sent, so this must not fail.
  (printing) => Effect.ignore(printing),
);

/** A repeatable flag with the name and email address of a person. */
const recipientFlag = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.atLeast(0));

/** The flags of the fields of a new signature request. Flags replace the recipients of a file. */
function sendFields(input: {
  readonly signers: ReadonlyArray<string>;
  readonly approvers: ReadonlyArray<string>;
  readonly copies: ReadonlyArray<string>;
  readonly roles: ReadonlyArray<string>;
  readonly anchors: ReadonlyArray<string>;
  readonly file: Option.Option<string>;
}): FieldNames {
  const { signers, approvers, copies, roles, anchors, file } = input;
  const recipients = [
    ...signers.map((text) => `--signer ${JSON.stringify(text)}`),
    ...approvers.map((text) => `--approver ${JSON.stringify(text)}`),
    ...copies.map((text) => `--cc ${JSON.stringify(text)}`),
  ];
  return {
    ...(Option.isSome(file)
      ? { "": inFile("--file", file.value) }
      : {
          recipients: "--signer",
          anchorTags: "--anchor",
          // Without a file, the only problem of this field is that signers have none.
          fields: recipients.slice(0, signers.length).join(" and "),
        }),
    ...(recipients.length > 0 ? { recipients: "--signer, --approver and --cc" } : {}),
    ...Object.fromEntries(recipients.map((name, index) => [`recipients.${index}`, name])),
    ...Object.fromEntries(
      roles.map((role, index) => [`recipients.${index}.role`, `--role ${JSON.stringify(role)}`]),
    ),
    ...(anchors.length > 0 ? { anchorTags: "--anchor" } : {}),
    ...Object.fromEntries(
      anchors.flatMap((text, index) => [
        [`anchorTags.${index}`, `--anchor ${JSON.stringify(text)}`],
        [`anchorTags.${index}.offsetX`, "--offset-x"],
        [`anchorTags.${index}.offsetY`, "--offset-y"],
      ]),
    ),
    renderId: "<render-id>",
  };
}

/** What to do about a signer without a signature field. */
const NO_ANCHOR =
  "A signer needs a signature field: add --role ROLE of the layout's signing fields, or --anchor TEXT with a text of the document, one for each --signer";

const send = recordCommand(
  "send",
  {
    description: "Send a render for signature",
    caller,
    flags: {
      render: textArgument("render-id", "The render; it must have succeeded"),
      signers: recipientFlag(
        "signer",
        'Who signs, such as "Ada Lovelace <ada@example.com>"; repeatable',
      ),
      approvers: recipientFlag("approver", "Who approves, after the signers; repeatable"),
      copies: recipientFlag("cc", "Who receives the finished document; repeatable"),
      roles: Flag.String("role").pipe(
        Flag.withDescription("The role in the layout of the signer of the same number; repeatable"),
        Flag.atLeast(0),
      ),
      anchors: Flag.String("anchor").pipe(
        Flag.withDescription(
          "The anchor text where the signer of the same number signs; repeatable",
        ),
        Flag.atLeast(0),
      ),
      offsetX: Flag.Finite("offset-x").pipe(
        Flag.withDescription("Moves signature fields right of their anchor texts, in points"),
        Flag.optional,
      ),
      offsetY: Flag.Finite("offset-y").pipe(
        Flag.withDescription("Moves signature fields up from their anchor texts, in points"),
        Flag.optional,
      ),
      name: optionalText("name", "The name that recipients see"),
      expirationHours: Flag.Int("expires-in").pipe(
        Flag.withDescription("How many hours recipients have; by default 168"),
        Flag.optional,
      ),
      file: fileFlag(
        "file",
        "The body of POST /v1/signatures as JSON: recipients, fields and so on; - for standard input",
      ).pipe(Flag.optional),
      idempotencyKey,
    },
    fields: sendFields,
    messages: ({ file }): Readonly<Record<string, string>> =>
      Option.isSome(file) ? {} : { [NO_SIGNATURE_FIELD]: NO_ANCHOR },
    hints: ({ render }) => noDocumentYet(render),
  },
  Effect.fnUntraced(function* ({ signatures }: Resources, { render, ...flags }) {
    const file: Readonly<Record<string, unknown>> = Option.isSome(flags.file)
      ? yield* readJsonObject(flags.file.value, "--file")
      : {};
    const recipients = [
      ...flags.signers.map((text, index) => ({
        ...toRecipient(text, "Signer"),
        ...presentFlags({ role: Option.fromUndefinedOr(flags.roles[index]) }),
      })),
      ...flags.approvers.map((text) => toRecipient(text, "Approver")),
      ...flags.copies.map((text) => toRecipient(text, "CC")),
    ];
    const offsets = presentFlags({ offsetX: flags.offsetX, offsetY: flags.offsetY });
    const anchorTags = flags.anchors.map((anchorString, recipientIndex) => ({
      anchorString,
      recipientIndex,
      type: "signature",
      ...offsets,
    }));
    const body = {
      ...file,
      renderId: render,
      ...(recipients.length === 0 ? {} : { recipients }),
      ...(anchorTags.length === 0 ? {} : { anchorTags }),
      ...presentFlags({ name: flags.name, expirationHours: flags.expirationHours }),
    };
    return yield* signatures.create(asBody(body), flags.idempotencyKey);
  }),
  (request) => Effect.andThen(printSignature(request), printSigningLinks(request)),
).pipe(
  Command.withExamples([
    {
      command:
        'paraph signature send 0198c0de-… --signer "Ada Lovelace <ada@example.com>" --role client',
      description: "A layout with signing fields",
    },
    {
      command:
        'paraph signature send 0198c0de-… --signer "Ada Lovelace <ada@example.com>" --anchor "Sign here"',
      description: "Sign at a text of the document",
    },
    {
      command:
        'paraph signature send 0198c0de-… --signer "Ada Lovelace <ada@example.com>" --anchor "Signature of the Client" --offset-y 30',
      description: "Place the signature on the line above its caption",
    },
  ]),
);

/** Parses `name <address>`; the last word is the last name. The server validates the address. */
function toRecipient(text: string, designation: "Signer" | "Approver" | "CC"): NewRecipient {
  const [, name = "", address = text.trim()] = /^\s*(.*?)\s*<([^<>]*)>\s*$/.exec(text) ?? [];
  const words = (name === "" ? (address.split("@")[0] ?? "") : name).split(/\s+/);
  const lastName = words.length > 1 ? words.at(-1) : undefined;
  const firstName = lastName === undefined ? words.join(" ") : words.slice(0, -1).join(" ");
  return {
    firstName,
    email: address,
    designation,
    ...(lastName === undefined ? {} : { lastName }),
  };
}

const list = listCommand(
  "list",
  {
    description: "List signature requests, newest first",
    caller,
    flags: {
      status: Flag.Literals("status", SignatureStatus.literals).pipe(
        Flag.withDescription("Only requests with this status"),
        Flag.optional,
      ),
      renderId: optionalText("render", "Only requests for this render"),
      ...paging,
    },
  },
  ({ signatures }, query) => signatures.list(presentFlags(query)),
  ({ signatures }) => table(signatures, ["id", "status", "name", "createdAt", "completedAt"]),
);

const get = recordCommand(
  "get",
  {
    description: "Show a signature request and the progress of its recipients",
    caller,
    flags: { id },
  },
  ({ signatures }, { id }) => signatures.get(id),
  printSignature,
);

const wait = Command.make(
  "wait",
  { id, timeout, json },
  Effect.fnUntraced(function* ({ id, timeout, json }) {
    const result = yield* callServer(
      caller,
      ({ signatures }) =>
        waitFor({
          read: signatures.get(id),
          hasEnded: ({ status }) => isTerminal(status),
          status: ({ status, recipients }) => {
            const signers = recipients.filter(({ designation }) => designation !== "CC");
            const completedSigners = signers.filter(({ signedAt }) => signedAt !== undefined);
            return `signature request ${id} is ${status}, ${completedSigners.length} of ${signers.length} have signed`;
          },
          resumeCommand: `paraph signature wait ${id}`,
          timeout,
        }),
      ID,
    );
    yield* json ? printJson(result) : printSignature(result);
    const { status, errorMessage } = result;
    if (status === "completed") return undefined;
    return yield* CallFailed.of(status, errorMessage ?? "Not all recipients have signed");
  }),
).pipe(describe("Wait until all have signed; exit with 1 when it ends otherwise", caller));

const cancel = recordCommand(
  "cancel",
  {
    description: "Cancel a signature request that has not ended",
    caller,
    flags: { id, reason: optionalText("reason", "Why; recipients see it") },
  },
  ({ signatures }, { id, reason }) => signatures.cancel(id, presentFlags({ reason })),
);

/** The PDFs of a finished request, by their names in JSON, and the endings of their files. */
const DOCUMENTS = {
  document: "signed",
  certificate: "certificate",
  combined: "signed-with-certificate",
} as const;
type DocumentName = keyof typeof DOCUMENTS;

const bytesOf = (name: DocumentName, id: string) =>
  downloadBytes(`${name} of ${id}`, caller, ({ signatures }, options) =>
    name === "certificate"
      ? signatures.certificate(id, options)
      : signatures.download(id, name === "combined" ? { include: "certificate" } : {}, options),
  );

/** The name of requests that their sender has not named. */
const DEFAULT_NAME = /^Signature request [0-9a-f]{8}$/u;

/** The beginning of file names: the name of the request, the slug of its template, or the uploaded file. */
const fileStem = Effect.fnUntraced(function* ({ renders, signatures }: Resources, id: string) {
  const { name, renderId } = yield* signatures.get(id);
  if (!DEFAULT_NAME.test(name)) {
    return slugFromName(name, { maxLength: 100, fallback: "document" });
  }
  const { templateSlug, filename } = yield* renders.get(renderId);
  const uploadedName = (filename ?? "").replace(/\.pdf$/iu, "");
  return templateSlug ?? slugFromName(uploadedName, { maxLength: 100, fallback: "document" });
});

/** Saves documents under the name of their request; returns the paths of the files. */
const saveByName = Effect.fnUntraced(function* (
  id: string,
  names: ReadonlyArray<DocumentName>,
  force: boolean,
) {
  const stem = yield* callServer(caller, (paraph) => fileStem(paraph, id), ID);
  const entries: Array<readonly [DocumentName, string]> = [];
  for (const document of names) {
    const bytes = yield* bytesOf(document, id);
    const file = `${stem}-${DOCUMENTS[document]}.pdf`;
    if (force) yield* writeWhole(file, bytes);
    entries.push([document, force ? file : yield* writeNew(file, bytes)]);
  }
  return Object.fromEntries(entries);
});

const download = Command.make(
  "download",
  {
    id,
    certificate: switchFlag("certificate", "Only the certificate of completion"),
    combined: switchFlag(
      "combined",
      "The signed PDF and its certificate in one PDF, for reading and printing",
    ),
    output: output.pipe(
      Flag.withDescription(
        "Where to write one PDF, in place of an existing file; - for standard output; by default both PDFs are saved here, named after the request",
      ),
      Flag.optional,
    ),
    force: optIn(
      "force",
      "Without --output: replace files of the same names; by default new ones get a number",
    ),
    json: json.pipe(Flag.withDescription("Print the paths of the files as JSON")),
  },
  Effect.fnUntraced(function* ({ id, certificate, combined, output, force, json }) {
    yield* requireOneOutput(json, output);
    if (certificate && combined)
      return yield* new WrongUsage({
        message: "Only one of --certificate and --combined is allowed: remove the other one",
      });
    const single = certificate ? "certificate" : combined ? "combined" : undefined;
    const save = Option.isSome(output)
      ? bytesOf(single ?? "document", id).pipe(
          Effect.flatMap((bytes) => writeOutput(output.value, bytes)),
          Effect.as({ [single ?? "document"]: output.value }),
        )
      : saveByName(id, single === undefined ? ["document", "certificate"] : [single], force);
    const files = yield* save.pipe(
      withHints({ conflict: `\`paraph signature wait ${id}\` waits until all have signed` }),
    );
    if (json) return yield* printJson(files);
    return yield* Option.isSome(output)
      ? Effect.void
      : Console.log(Object.values(files).join("\n"));
  }),
).pipe(
  describe("Save the signed PDF and its certificate", caller),
  Command.withExamples([
    { command: "paraph signature download 0198c0de-…" },
    { command: "paraph signature download 0198c0de-… --certificate -o certificate.pdf" },
    { command: "paraph signature download 0198c0de-… --combined" },
  ]),
);

const audit = Command.make(
  "audit",
  { id },
  Effect.fnUntraced(function* ({ id }) {
    yield* printJson(yield* callServer(caller, ({ signatures }) => signatures.audit(id), ID));
  }),
).pipe(describe("Print the audit trail of a signature request as JSON", caller));

/** `paraph signature`: the signature requests of a project. */
export const signature = Command.make("signature").pipe(
  describe("Send documents for signature", caller),
  Command.withSubcommands([
    send,
    list,
    get,
    wait,
    cancel,
    remind,
    resend,
    correct,
    extend,
    inPerson,
    download,
    audit,
    draft,
    bulk,
  ]),
);
