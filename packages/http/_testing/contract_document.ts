import { RenderId } from "@paraph/core/values";
import { Effect } from "effect";
import { PDFDocument, StandardFonts } from "pdf-lib";

import { submitInvoice } from "./api_client.ts";
import { succeedRender } from "./succeeded_render.ts";

let count = 0;

/** A page with two signature anchors in its text. */
export const contractPdf = Effect.promise(async () => {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([595, 842]);
  page.drawText("Contract between two parties", { x: 60, y: 760, size: 20, font });
  page.drawText("Signed for the first party: [[sign one]]", { x: 60, y: 300, size: 12, font });
  page.drawText("Signed for the second party: [[sign two]]", { x: 60, y: 200, size: 12, font });
  return await pdf.save();
});

/** A render whose document is a contract. */
export const contractRender = Effect.gen(function* () {
  const { id } = yield* submitInvoice(`contract-${count++}`);
  const sha256 = yield* succeedRender(RenderId.make(id), yield* contractPdf);
  return { id, sha256 };
});

/** A minimal signature request. */
export function signatureOf(renderId: string) {
  return {
    renderId,
    recipients: [{ firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" }],
    anchorTags: [{ anchorString: "[[sign one]]", type: "signature", recipientIndex: 0 }],
  } as const;
}
