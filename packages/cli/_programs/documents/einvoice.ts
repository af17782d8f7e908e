import { checkInvoice, type InvoiceProblem, profileOf, textOf } from "@paraph/core/einvoices";
import { readInvoice } from "@paraph/core/einvoices/read_invoice";
import { readAttachment } from "@paraph/pdf/attachments";
import { Data, Effect, FileSystem, Result } from "effect";

import { writeOutput } from "../../output_file.ts";
import { printJson, printRecord } from "../../terminal/print.ts";

/** The names of the XML in a PDF, by Factur-X and ZUGFeRD, XRechnung, and earlier releases of ZUGFeRD. */
const XML_NAMES: ReadonlyArray<string> = [
  "factur-x.xml",
  "xrechnung.xml",
  "zugferd-invoice.xml",
  "ZUGFeRD-invoice.xml",
];

/** A file is no electronic invoice. */
class NoInvoice extends Data.TaggedError("no_invoice")<{ readonly message: string }> {}

/** An invoice breaks rules; each problem names its rule. */
class InvalidInvoice extends Data.TaggedError("invalid_invoice")<{
  readonly message: string;
  readonly issues: { readonly fieldErrors: Readonly<Record<string, ReadonlyArray<string>>> };
}> {}

/** Checks the invoice in a PDF or XML file against the rules of EN 16931. Fails if it breaks one. */
export const validateInvoice = Effect.fnUntraced(function* (file: string, asJson: boolean) {
  const { invoice, syntax } = yield* parseInvoice(file, yield* readXml(file));
  const profile = profileOf(textOf(invoice, "BT-24"));
  const problems = checkInvoice(invoice, profile);
  const facts = { syntax, profile: profile ?? null, number: textOf(invoice, "BT-1") };
  if (asJson) yield* printJson({ valid: problems.length === 0, ...facts, problems });
  if (problems.length > 0) {
    const message = `${file} breaks ${problems.length === 1 ? "1 rule" : `${problems.length} rules`}`;
    return yield* new InvalidInvoice({ message, issues: { fieldErrors: byPath(problems) } });
  }
  return yield* asJson ? Effect.void : printRecord({ valid: "yes", ...facts }, false);
});

/** Writes the XML of the invoice in a PDF or XML file. */
export const extractInvoice = Effect.fnUntraced(function* (file: string, output: string) {
  const xml = yield* readXml(file);
  yield* parseInvoice(file, xml);
  yield* writeOutput(output, xml);
});

const parseInvoice = Effect.fnUntraced(function* (file: string, bytes: Uint8Array) {
  const text = yield* decodeXml(file, bytes);
  const read = readInvoice(text);
  if (Result.isSuccess(read)) return read.success;
  return yield* new NoInvoice({ message: `${file} is no electronic invoice: ${read.failure}` });
});

/** The bytes of the XML in a file. */
const readXml = Effect.fnUntraced(function* (file: string) {
  const fs = yield* FileSystem.FileSystem;
  const bytes = yield* fs.readFile(file);
  if (!startsAsPdf(bytes)) return bytes;
  const { attached, file: xml } = yield* Effect.mapError(
    readAttachment(bytes, XML_NAMES),
    ({ message }) => new NoInvoice({ message: `${file} cannot be read: ${message}` }),
  );
  if (xml !== undefined) return xml;
  const names = attached.length === 0 ? "nothing" : attached.join(", ");
  const message = `${file} is no electronic invoice: attached is ${names}, expected ${XML_NAMES[0]}`;
  return yield* new NoInvoice({ message });
});

/** Readers accept up to 1,024 bytes before the header. */
function startsAsPdf(bytes: Uint8Array): boolean {
  return new TextDecoder("latin1").decode(bytes.subarray(0, 1024)).includes("%PDF-");
}

/** XML is UTF-8, or UTF-16 with a byte order mark. */
const decodeXml = Effect.fnUntraced(function* (file: string, bytes: Uint8Array) {
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const encoding = isUtf16 ? (first === 0xff ? "utf-16le" : "utf-16be") : "utf-8";
  return yield* Effect.try({
    try: () => new TextDecoder(encoding, { fatal: true }).decode(bytes),
    catch: () => new NoInvoice({ message: `${file} is no electronic invoice: it is not UTF-8` }),
  });
});

function byPath(
  problems: ReadonlyArray<InvoiceProblem>,
): Readonly<Record<string, ReadonlyArray<string>>> {
  const entries = Map.groupBy(problems, ({ path }) => path);
  return Object.fromEntries(
    Array.from(entries, ([path, found]) => [
      path,
      found.map(({ rule, message }) => `[${rule}] ${message}`),
    ]),
  );
}
