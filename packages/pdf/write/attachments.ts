import type { AttachedInvoice } from "./archive/attached_invoice.ts";
import { NO_TIME } from "./no_time.ts";
import type { PdfFile } from "./pdf_file.ts";
import { textString } from "./text_string.ts";

/** A file in a document. */
export interface AttachedFile {
  /** Unique in its document. */
  readonly name: string;
  readonly mediaType: string;
  readonly description: string;
  readonly relationship: "Source" | "Data" | "Alternative" | "Supplement" | "Unspecified";
  readonly text: string;
}

/** The electronic invoice of a document as a file. */
export function invoiceFile({ name, xml }: AttachedInvoice): AttachedFile {
  const description = "The invoice as XML";
  return { name, mediaType: "text/xml", description, relationship: "Alternative", text: xml };
}

/**
 * Attaches files to a document as a whole. Returns the entries of its catalog.
 *
 * @param names The entries of the names that the document has already.
 */
export function addAttachments(
  file: PdfFile,
  files: ReadonlyArray<AttachedFile>,
  names = "",
): string {
  if (files.length === 0) return names === "" ? "" : `/Names<<${names}>>`;
  const attached = files
    .map(({ name, mediaType, description, relationship, text }) => {
      const bytes = Buffer.from(text, "utf8");
      const embedded = file.addDeflated(
        `/Type/EmbeddedFile/Subtype/${pdfName(mediaType)}/Params<</ModDate(${NO_TIME.pdf})/Size ${bytes.length}>>`,
        bytes,
      );
      const label = pdfString(name);
      const about = description === "" ? "" : `/Desc${pdfString(description)}`;
      const filespec = file.add(
        `<</Type/Filespec/F${label}/UF${label}/AFRelationship/${relationship}` +
          `${about}/EF<</F ${embedded}/UF ${embedded}>>>>`,
      );
      return { label, filespec };
    })
    // As a tree of names requires: those in hexadecimal digits begin with the byte FE.
    .toSorted((a, b) => (keyOf(a.label) < keyOf(b.label) ? -1 : 1));
  const refs = attached.map(({ filespec }) => filespec).join(" ");
  const entries = attached.map(({ label, filespec }) => `${label} ${filespec}`).join(" ");
  return `/AF[${refs}]/Names<<${names}/EmbeddedFiles<</Names[${entries}]>>>>`;
}

/** A name that no other file has: with a number before the extension if it is taken. */
export function uniqueName(name: string, names: ReadonlySet<string>): string {
  if (!names.has(name)) return name;
  const dot = name.lastIndexOf(".");
  const [stem, extension] = dot <= 0 ? [name, ""] : [name.slice(0, dot), name.slice(dot)];
  for (let number = 2; ; number += 1) {
    const numbered = `${stem} (${number})${extension}`;
    if (!names.has(numbered)) return numbered;
  }
}

/** A string in ASCII, or in UTF-16. */
function pdfString(text: string): string {
  return /^[\x20-\x7e]+$/.test(text) && !/[\\()]/.test(text) ? `(${text})` : textString(text);
}

function keyOf(label: string): string {
  return label.startsWith("(") ? label.slice(1, -1) : label.replace("<", "\u{fe}");
}

function pdfName(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9.+-]/g, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0");
    return `#${code}`;
  });
}
