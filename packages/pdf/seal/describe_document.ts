import { type PDF, PdfDict, PdfName, PdfStream, PdfString } from "@libpdf/core";

import { type SealedFacts, sealedXmp } from "./sealed_xmp.ts";

/** Compressed metadata of this size unpacks within the memory of a thread. */
const LONGEST_STREAM = 64 * 1024;

/** Writes into a document, in its information dictionary and as XMP, when it was made and for which request. */
export function describeDocument(document: PDF, facts: SealedFacts): void {
  const { trailer } = document.context.info;
  // Otherwise the library invents a title and an author.
  if (!trailer.has("Info"))
    trailer.set(
      "Info",
      document.register(PdfDict.of({ Producer: PdfString.fromString("Paraph") })),
    );
  document.setCreationDate(facts.createdAt);
  document.setModificationDate(facts.at);
  const xmp = new TextEncoder().encode(sealedXmp(xmpOf(document), facts));
  const entries = { Type: PdfName.of("Metadata"), Subtype: PdfName.of("XML") };
  document.getCatalog().set("Metadata", document.createStream(entries, xmp));
}

/** The XMP metadata of a document; `undefined` if it has none that can be read. */
export function xmpOf(document: PDF): string | undefined {
  try {
    const reference = document.getCatalog().getRef("Metadata");
    const stream = reference === undefined ? null : document.getObject(reference);
    if (!(stream instanceof PdfStream) || stream.data.length > LONGEST_STREAM) return undefined;
    return new TextDecoder("utf-8", { fatal: true }).decode(stream.getDecodedData());
  } catch {
    return undefined; // Damaged metadata, or in another encoding.
  }
}
