import { isOnItsSide, type Orientation, readOrientation } from "./orientation.ts";
import { checkSize, type PreparedImage, type Samples, UnreadableImage } from "./prepared_image.ts";

const COLOURS: ReadonlyMap<number | undefined, Samples["colours"]> = new Map([
  [1, "DeviceGray"],
  [3, "DeviceRGB"],
  [4, "DeviceCMYK"],
]);

/** Reads the header of a JPEG; a PDF embeds its compressed data unchanged. */
export function readJpeg(bytes: Uint8Array): PreparedImage {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let size:
    | { readonly width: number; readonly height: number; readonly components: number }
    | undefined;
  let isAdobe = false;
  let orientation: Orientation = 1;
  for (let at = 2; at + 4 <= bytes.length;) {
    if (bytes[at] !== 0xff) throw new UnreadableImage("The JPEG is damaged");
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1; // Fill bytes may precede a marker.
      continue;
    }
    const length = view.getUint16(at + 2);
    if (length < 2 || at + 2 + length > bytes.length)
      throw new UnreadableImage("The JPEG is cut short");
    if (isFrame(marker)) size = readFrame(view, at, length, marker);
    if (marker === 0xee && length >= 14 && view.getUint32(at + 4) === 0x41646f62) isAdobe = true;
    if (marker === 0xe1 && orientation === 1)
      orientation = readOrientation(Buffer.from(bytes.subarray(at + 4, at + 2 + length)));
    if (marker === 0xda) return finish(bytes, at, size, isAdobe, orientation);
    at += 2 + length;
  }
  throw new UnreadableImage("The JPEG is cut short");
}

/** Frame headers are C0 to CF, except for the tables in this range. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function readFrame(view: DataView, at: number, length: number, marker: number) {
  if (marker > 0xc2) throw new UnreadableImage("PDF does not support this kind of JPEG");
  if (length < 8 || view.getUint8(at + 4) !== 8)
    throw new UnreadableImage("The JPEG has no 8-bit samples");
  const frame = {
    height: view.getUint16(at + 5),
    width: view.getUint16(at + 7),
    components: view.getUint8(at + 9),
  };
  checkSize(frame.width, frame.height);
  return frame;
}

function finish(
  bytes: Uint8Array,
  scan: number,
  size:
    | { readonly width: number; readonly height: number; readonly components: number }
    | undefined,
  isAdobe: boolean,
  orientation: Orientation,
): PreparedImage {
  const colours = COLOURS.get(size?.components);
  if (size === undefined || colours === undefined) throw new UnreadableImage("The JPEG is damaged");
  if (!endsAfter(bytes, scan)) throw new UnreadableImage("The JPEG is cut short");
  return {
    format: "jpeg",
    ...(isOnItsSide(orientation)
      ? { width: size.height, height: size.width }
      : { width: size.width, height: size.height }),
    orientation,
    samples: {
      bytes,
      filter: "DCTDecode",
      colours,
      bits: 8,
      hasRowFilters: false,
      isInverted: isAdobe && colours === "DeviceCMYK",
    },
  };
}

/** Returns whether the end marker follows; cameras append more bytes to it. */
function endsAfter(bytes: Uint8Array, scan: number): boolean {
  const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).lastIndexOf(
    Buffer.from([0xff, 0xd9]),
  );
  return end > scan;
}
