import { swapsSides, type Orientation, readOrientation } from "./orientation.ts";
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
  for (let index = 2; index + 4 <= bytes.length;) {
    if (bytes[index] !== 0xff) throw new UnreadableImage("The JPEG is damaged");
    const marker = bytes[index + 1] ?? 0;
    if (marker === 0xff) {
      index += 1; // Fill bytes may precede a marker.
      continue;
    }
    const length = view.getUint16(index + 2);
    if (length < 2 || index + 2 + length > bytes.length)
      throw new UnreadableImage("The JPEG is cut short");
    if (isFrame(marker)) size = readFrame(view, index, length, marker);
    if (marker === 0xee && length >= 14 && view.getUint32(index + 4) === 0x41646f62) isAdobe = true;
    if (marker === 0xe1 && orientation === 1)
      orientation = readOrientation(Buffer.from(bytes.subarray(index + 4, index + 2 + length)));
    if (marker === 0xda) return finish(bytes, index, size, isAdobe, orientation);
    index += 2 + length;
  }
  throw new UnreadableImage("The JPEG is cut short");
}

/** Frame headers are C0 to CF, except for the tables in this range. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function readFrame(view: DataView, index: number, length: number, marker: number) {
  if (marker > 0xc2) throw new UnreadableImage("PDF does not support this kind of JPEG");
  if (length < 8 || view.getUint8(index + 4) !== 8)
    throw new UnreadableImage("The JPEG has no 8-bit samples");
  const frame = {
    height: view.getUint16(index + 5),
    width: view.getUint16(index + 7),
    components: view.getUint8(index + 9),
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
    ...(swapsSides(orientation)
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
