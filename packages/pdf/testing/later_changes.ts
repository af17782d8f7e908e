import { P12Signer, PDF } from "@libpdf/core";

import { EC_P12, P12_PASSWORD } from "./p12_files.ts";

/** Changes that users can make in PDF readers. */
export const LATER_CHANGES = {
  annotation: (document: PDF) => {
    document
      .getPage(0)
      ?.addTextAnnotation({ rect: { x: 20, y: 20, width: 20, height: 20 }, contents: "later" });
  },
  field: (document: PDF) => {
    document.getOrCreateForm().createTextField("later").setValue("later");
  },
  page: (document: PDF) => {
    document.addPage();
  },
  attachment: (document: PDF) => {
    document.addAttachment("later.txt", new TextEncoder().encode("later"));
  },
};

/** A document with a change in an incremental update, as PDF readers write it. */
export async function withLaterChange(
  bytes: Uint8Array,
  change: (document: PDF) => void,
): Promise<Uint8Array> {
  const document = await PDF.load(bytes);
  change(document);
  return document.save({ incremental: true });
}

/** A document that another signer has signed, without certification. */
export async function signByThirdParty(
  pdf: Uint8Array,
  {
    fieldName = "Stranger",
    signingTime = new Date(),
  }: { fieldName?: string; signingTime?: Date } = {},
): Promise<Uint8Array> {
  const document = await PDF.load(pdf);
  const signer = await P12Signer.create(EC_P12, P12_PASSWORD);
  const { bytes } = await document.sign({ signer, fieldName, signingTime, level: "B-B" });
  return bytes;
}
