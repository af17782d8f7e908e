import { crc32, deflateSync } from "node:zlib";

import { Effect } from "effect";
import { PDFDocument, PDFName, PDFNumber, PDFRawStream } from "pdf-lib";

/** The pictures in a PDF. */
export function drawnPictures(bytes: Uint8Array) {
  return Effect.promise(async () => {
    const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
    return pdf.context.enumerateIndirectObjects().flatMap(([, object]) => {
      if (!(object instanceof PDFRawStream)) return [];
      const { dict } = object;
      if (dict.get(PDFName.of("Subtype")) !== PDFName.of("Image")) return [];
      const sizeOf = (name: string) => dict.lookup(PDFName.of(name), PDFNumber).asNumber();
      return [{ width: sizeOf("Width"), height: sizeOf("Height") }];
    });
  });
}

/** A grey picture as a PNG in a `data:` URI. */
export function greyPng(width: number, height: number): string {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const rows = Buffer.alloc((width + 1) * height, 0x80);
  for (let row = 0; row < height; row++) rows[row * (width + 1)] = 0;
  const parts = [chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND")];
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return `data:image/png;base64,${Buffer.concat([signature, ...parts]).toString("base64")}`;
}

function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const output = Buffer.alloc(body.length + 8);
  output.writeUInt32BE(data.length, 0);
  body.copy(output, 4);
  output.writeUInt32BE(crc32(body), body.length + 4);
  return output;
}
