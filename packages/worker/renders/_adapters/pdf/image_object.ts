import type { PDFDocument, PDFRef } from "@pdfme/pdf-lib";

import type { PreparedImage } from "../images/prepared_image.ts";

/** Puts an image into a document. */
export function embedImage({ context }: PDFDocument, image: PreparedImage): PDFRef {
  const { width, height, samples, alpha } = image;
  const common = { Type: "XObject", Subtype: "Image", Width: width, Height: height };
  const mask =
    alpha &&
    context.register(
      context.stream(alpha, {
        ...common,
        ColorSpace: "DeviceGray",
        BitsPerComponent: 8,
        Filter: "FlateDecode",
      }),
    );
  const channels = { DeviceGray: 1, Indexed: 1, DeviceRGB: 3, DeviceCMYK: 4 }[samples.colours];
  const parameters = {
    Predictor: 15,
    Colors: channels,
    BitsPerComponent: samples.bits,
    Columns: width,
  };
  const palette = samples.palette && context.register(context.stream(samples.palette));
  return context.register(
    context.stream(samples.bytes, {
      ...common,
      BitsPerComponent: samples.bits,
      Filter: samples.filter,
      ColorSpace:
        palette === undefined
          ? samples.colours
          : ["Indexed", "DeviceRGB", (samples.palette?.length ?? 3) / 3 - 1, palette],
      ...(samples.hasRowFilters ? { DecodeParms: parameters } : {}),
      ...(samples.isInverted ? { Decode: [1, 0, 1, 0, 1, 0, 1, 0] } : {}),
      ...(mask === undefined ? {} : { SMask: mask }),
    }),
  );
}
