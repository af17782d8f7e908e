import { createPrivateKey, sign } from "node:crypto";

import { PDF, rgb } from "@libpdf/core";

import type { SealSettings } from "../signing/sign_pdf.ts";

/** LibPDF without Paraph: adds two texts to each page and signs. The signature is not verified. */
export async function libpdfAlone(pdf: Uint8Array, { signer, at }: SealSettings): Promise<unknown> {
  const key = createPrivateKey({
    key: Buffer.from(signer.privateKey),
    format: "der",
    type: "pkcs8",
  });
  const document = await PDF.load(pdf);
  for (const page of document.getPages()) {
    page.drawText("Jane Doe", { x: 60, y: 130, size: 20, color: rgb(0, 0, 0) });
    page.drawText("2026-05-04", { x: 360, y: 130, size: 12, color: rgb(0, 0, 0) });
  }
  const flat = await document.save({ subsetFonts: true, useXRefStream: true });
  return (await PDF.load(flat)).sign({
    signer: {
      certificate: signer.certificate,
      certificateChain: [...signer.chain],
      keyType: "RSA",
      signatureAlgorithm: "RSASSA-PKCS1-v1_5",
      sign: async (data) => new Uint8Array(sign("sha256", data, key)),
    },
    fieldName: "Seal",
    signingTime: new Date(at),
  });
}
