import {
  type PDF,
  PdfArray,
  PdfDict,
  type PDFForm,
  PdfName,
  PdfNumber,
  PdfString,
} from "@libpdf/core";

import { pdfDate } from "../verify/signature_gap.ts";

/** The claims in a certification signature. */
export interface CertificationClaims {
  readonly reason: string;
  readonly location: string;
  readonly at: Date;
}

/** A placeholder of ten digits for a byte offset. */
const OFFSET = 9_999_999_999;
const PLACEHOLDER = `/ByteRange [0 ${OFFSET} ${OFFSET} ${OFFSET}]`;
const CONTENTS = "/Contents <";
/** No changes are permitted, except time stamps and validation data (ISO 32000-2, 12.8.2.2). */
const NO_CHANGES = 1;

/** A saved document with space reserved for its signature. */
export interface UnsignedBytes {
  /** The whole document, including its byte range. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The bytes that the signature covers. */
  readonly coveredBytes: readonly [before: Uint8Array, after: Uint8Array];
  /** Writes the signature into the reserved space. */
  readonly write: (signature: Uint8Array) => void;
}

/**
 * Adds an invisible signature field with a certification signature that permits no changes, and saves the
 * document with space for the signature.
 *
 * @param capacity The maximum size of the signature, in bytes.
 */
export async function certifiedBytes(
  document: PDF,
  claims: CertificationClaims,
  capacity: number,
): Promise<UnsignedBytes> {
  const signature = document.register(signatureDictionary(claims, capacity));
  const page = document.context.pages.getPage(0);
  if (page === null) throw new Error("A document without pages cannot be sealed");
  const form = document.getOrCreateForm();
  const field = form.createSignatureField(unusedName(form)).getDict();
  // One object is both the field and its widget.
  field.delete("Kids");
  field.set("Type", name("Annot"));
  field.set("Subtype", name("Widget"));
  // The description for screen readers.
  field.set("TU", PdfString.fromString(claims.reason));
  field.set("F", PdfNumber.of(PRINT_AND_LOCKED));
  field.set("P", page);
  field.set("Rect", new PdfArray(Array.from({ length: 4 }, () => PdfNumber.of(0))));
  field.set("V", signature);
  // Earlier permissions belong to signatures that were removed.
  document.getCatalog().set("Perms", PdfDict.of({ DocMDP: signature }));
  return withByteRange(new Uint8Array(await document.save({ incremental: true })));
}

const PRINT_AND_LOCKED = 132;

/** The document may have a field with our name. */
function unusedName(form: PDFForm): string {
  const fieldNames = new Set(form.getFields().map((field) => field.name));
  let fieldName = "Seal";
  for (let number = 2; fieldNames.has(fieldName); number++) fieldName = `Seal ${number}`;
  return fieldName;
}

function signatureDictionary(
  { reason, location, at }: CertificationClaims,
  capacity: number,
): PdfDict {
  return PdfDict.of({
    Type: name("Sig"),
    Filter: name("Adobe.PPKLite"),
    SubFilter: name("ETSI.CAdES.detached"),
    M: PdfString.fromString(pdfDate(at)),
    Reason: PdfString.fromString(reason),
    Location: PdfString.fromString(location),
    Reference: new PdfArray([
      PdfDict.of({
        Type: name("SigRef"),
        TransformMethod: name("DocMDP"),
        TransformParams: PdfDict.of({
          Type: name("TransformParams"),
          P: PdfNumber.of(NO_CHANGES),
          V: name("1.2"),
        }),
      }),
    ]),
    ByteRange: new PdfArray([0, OFFSET, OFFSET, OFFSET].map((value) => PdfNumber.of(value))),
    Contents: PdfString.fromBytes(new Uint8Array(capacity)),
  });
}

function name(value: string): PdfName {
  return PdfName.of(value);
}

function withByteRange(bytes: Uint8Array<ArrayBuffer>): UnsignedBytes {
  const file = Buffer.from(bytes.buffer);
  const offset = file.lastIndexOf(PLACEHOLDER);
  const before = file.indexOf(CONTENTS, offset) + CONTENTS.length - 1;
  const after = file.indexOf(">", before) + 1;
  if (offset === -1 || before < offset || after <= before || file.indexOf(PLACEHOLDER) !== offset)
    throw new Error("The placeholder of the signature cannot be found");
  const range = `/ByteRange [0 ${before} ${after} ${file.length - after}]`;
  file.write(range.padEnd(PLACEHOLDER.length), offset, "latin1");
  return {
    bytes,
    coveredBytes: [bytes.subarray(0, before), bytes.subarray(after)],
    write: (signature) => {
      const hex = Buffer.from(signature).toString("hex");
      if (hex.length > after - before - 2)
        throw new Error("The signature is larger than its reserved space");
      file.write(hex, before + 1, "latin1");
    },
  };
}
