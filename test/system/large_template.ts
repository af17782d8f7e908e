import { randomBytes } from "node:crypto";

import { Effect } from "effect";
import { PDFDocument, PDFName } from "pdf-lib";

export const MB = 1_000_000;

/** A PDF of one page with an image that cannot be compressed. */
export const pdfOf = (byteSize: number) =>
  Effect.promise(async () => {
    const pdf = await PDFDocument.create();
    const page = pdf.addPage([595, 842]);
    const [Width, Height] = [1000, Math.floor(byteSize / 1000)];
    const image = pdf.context.stream(randomBytes(Width * Height), {
      Type: "XObject",
      Subtype: "Image",
      Width,
      Height,
      ColorSpace: "DeviceGray",
      BitsPerComponent: 8,
    });
    page.node.setXObject(PDFName.of("Noise"), pdf.context.register(image));
    const content = pdf.context.stream("q 400 0 0 400 50 50 cm /Noise Do Q");
    page.node.set(PDFName.of("Contents"), pdf.context.register(content));
    return `data:application/pdf;base64,${Buffer.from(await pdf.save()).toString("base64")}`;
  });

export const NAME = { key: "name", label: "Name", dataType: "text" } as const;
export const FIELD = {
  name: "name",
  type: "text",
  position: { x: 20, y: 20 },
  width: 100,
  height: 10,
  fontSize: 12,
};

/** A template that prints a name on a PDF. */
export const overlayOf = (basePdf: string) => ({
  name: "Overlay",
  manifest: { variables: [NAME], loops: [] },
  layout: { basePdf, schemas: [[FIELD]] },
});
