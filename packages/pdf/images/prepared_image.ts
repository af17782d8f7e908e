import type { Orientation } from "./orientation.ts";

/** An image as a PDF keeps it: compressed samples and how to read them. */
export interface PreparedImage {
  readonly format: "png" | "jpeg";
  /** In pixels, the way the picture is to be held. */
  readonly width: number;
  readonly height: number;
  readonly orientation: Orientation;
  readonly samples: Samples;
  /** How opaque each pixel is, eight bits each, deflated. */
  readonly alpha?: Uint8Array | undefined;
}

/** Compressed pixels. */
export interface Samples {
  readonly bytes: Uint8Array;
  readonly filter: "FlateDecode" | "DCTDecode";
  readonly colours: "DeviceGray" | "DeviceRGB" | "DeviceCMYK" | "Indexed";
  readonly bits: number;
  /** PNG's own row filters are still in place. */
  readonly hasRowFilters: boolean;
  /** The colours of an indexed image, three bytes each. */
  readonly palette?: Uint8Array | undefined;
  /** CMYK as Adobe writes it, inverted. */
  readonly isInverted: boolean;
}

/** An image that cannot be drawn; the message says why. */
export class UnreadableImage extends Error {}

/** Sides and areas above this are refused: unpacked, they would take a thread's whole memory. */
export function checkSize(width: number, height: number): void {
  if (width === 0 || height === 0) throw new UnreadableImage("It has no pixels");
  if (width > 20_000 || height > 20_000 || width * height > 40_000_000) {
    throw new UnreadableImage(`It is too large: ${width} × ${height} pixels`);
  }
}
