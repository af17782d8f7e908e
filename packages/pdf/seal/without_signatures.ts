import { PDF } from "@libpdf/core";

/**
 * Opens a document without the signatures that it brings along: drawing on it has broken them, and a
 * reader would say so of the whole document. Their fields go too, so that nobody signs there later.
 */
export async function withoutSignatures(pdf: Uint8Array): Promise<PDF> {
  const document = await PDF.load(pdf);
  const form = document.getForm();
  const fields = form?.getSignatureFields() ?? [];
  // Permissions and validation data belong to those signatures.
  const catalog = document.getCatalog();
  for (const key of ["Perms", "DSS"]) catalog.delete(key);
  const isSigned = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).includes("/ByteRange");
  if (fields.length === 0 && !isSigned) return document;
  for (const field of fields) form?.removeField(field);
  // Written anew, because what is no longer referred to would stay in the file.
  return PDF.load(await document.save({ useXRefStream: true }));
}
