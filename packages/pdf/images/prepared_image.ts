import type { Orientation } from "./orientation.ts";

/** An image in the form that a PDF stores: compressed samples and their format. */
export interface PreparedImage {
  readonly format: "png" | "jpeg";
  /** In pixels, of the upright image. */
  readonly width: number;
  readonly height: number;
  readonly orientation: Orientation;
  readonly samples: Samples;
  /** The opacity of each pixel, 8 bits each, deflated. */
  readonly alpha?: Uint8Array | undefined;
}

/** Compressed pixels. */
export interface Samples {
  readonly bytes: Uint8Array;
  readonly filter: "FlateDecode" | "DCTDecode";
  readonly colours: "DeviceGray" | "DeviceRGB" | "DeviceCMYK" | "Indexed";
  readonly bits: number;
  /** Whether the rows have PNG filters. */
  readonly hasRowFilters: boolean;
  /** The colours of an indexed image, three bytes each. */
  readonly palette?: Uint8Array | undefined;
  /** Whether CMYK is inverted, as Adobe writes it. */
  readonly isInverted: boolean;
}

/** An unreadable image; the message says why. */
export class UnreadableImage extends Error {}

/** Refuses images whose colours depend on the device of an archivable document. */
export function checkColours(image: PreparedImage): PreparedImage {
  if (image.samples.colours !== "DeviceCMYK") return image;
  throw new UnreadableImage("It has CMYK colours, which archivable documents cannot have");
}

/** Refuses images whose unpacked pixels would exceed a thread's memory. */
export function checkSize(width: number, height: number): void {
  if (width === 0 || height === 0) throw new UnreadableImage("It has no pixels");
  if (width > 20_000 || height > 20_000 || width * height > 40_000_000) {
    throw new UnreadableImage(`It is too large: ${width} × ${height} pixels`);
  }
}
