import { Effect } from "effect";
import { Argument, Command, Flag } from "effect/cli";

import { DASH, fileFlag, json } from "../../flags.ts";

const file = Argument.String("file").pipe(
  Argument.withDescription("A PDF with the XML attached (Factur-X, ZUGFeRD), or XML in CII or UBL"),
);

const validate = Command.make(
  "validate",
  { file, json },
  Effect.fnUntraced(function* ({ file: path, json: asJson }) {
    const program = yield* Effect.promise(() => import("../../_programs/documents/einvoice.ts"));
    yield* program.validateInvoice(path, asJson);
  }),
).pipe(
  Command.withDescription(
    "Check an invoice against the rules of EN 16931, and of XRechnung for its invoices",
  ),
  Command.withExamples([
    { command: "paraph einvoice validate invoice.pdf" },
    { command: "paraph einvoice validate invoice.xml --json" },
  ]),
);

const extract = Command.make(
  "extract",
  {
    file,
    output: fileFlag("output", "Where to write the XML; - for standard output").pipe(
      Flag.withAlias("o"),
      Flag.withDefault(DASH),
    ),
  },
  Effect.fnUntraced(function* ({ file: path, output }) {
    const program = yield* Effect.promise(() => import("../../_programs/documents/einvoice.ts"));
    yield* program.extractInvoice(path, output);
  }),
).pipe(
  Command.withDescription("Write the XML of an invoice"),
  Command.withExamples([{ command: "paraph einvoice extract invoice.pdf -o invoice.xml" }]),
);

/** `paraph einvoice`: electronic invoices in files. */
export const einvoice = Command.make("einvoice").pipe(
  Command.withDescription("Check and read electronic invoices"),
  Command.withSubcommands([validate, extract]),
);
