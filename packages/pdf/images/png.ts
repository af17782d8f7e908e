import { crc32, deflateSync, inflateSync } from "node:zlib";

import { PASSES, type Pixels, type PngHead, rowBytes, unpackPixels } from "./png_pixels.ts";
import { checkSize, type PreparedImage, UnreadableImage } from "./prepared_image.ts";

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

const DEPTHS: Readonly<Record<number, ReadonlyArray<number>>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

/** Reads a PNG: unchanged when PDF supports its format, otherwise unpacked into colours and opacity. */
export function readPng(bytes: Uint8Array): PreparedImage {
  const { head, data } = readChunks(bytes);
  const raw = inflate(data, rawSize(head));
  const { width, height } = head;
  if (!head.isInterlaced && head.colourType < 4 && head.transparency === undefined) {
    checkRowFilters(raw, head);
    const colours =
      head.colourType === 3 ? "Indexed" : head.colourType === 2 ? "DeviceRGB" : "DeviceGray";
    const { depth: bits, palette } = head;
    return {
      format: "png",
      width,
      height,
      orientation: 1,
      samples: {
        bytes: data,
        filter: "FlateDecode",
        colours,
        bits,
        hasRowFilters: true,
        palette,
        isInverted: false,
      },
    };
  }
  const { colours, alpha } = unpackPixels(raw, head);
  return {
    format: "png",
    width,
    height,
    orientation: 1,
    samples: {
      bytes: new Uint8Array(deflateSync(colours)),
      filter: "FlateDecode",
      colours: "DeviceRGB",
      bits: 8,
      hasRowFilters: false,
      isInverted: false,
    },
    alpha: alpha.every((opacity) => opacity === 255)
      ? undefined
      : new Uint8Array(deflateSync(alpha)),
  };
}

/** Reads the pixels of a PNG that is not larger than a limit, which is checked before it is unpacked. */
export function readPngPixels(
  bytes: Uint8Array,
  limit: { readonly width: number; readonly height: number },
): Pixels & Pick<PngHead, "width" | "height"> {
  const { head, data } = readChunks(bytes);
  const { width, height } = head;
  if (width > limit.width || height > limit.height)
    throw new UnreadableImage(`It is too large: ${width} × ${height} pixels`);
  return { ...unpackPixels(inflate(data, rawSize(head)), head), width, height };
}

function rawSize(head: PngHead): number {
  if (!head.isInterlaced) return head.height * (1 + rowBytes(head.width, head));
  return PASSES.reduce((size, [x, y, dx, dy]) => {
    const width = Math.ceil((head.width - x) / dx);
    const height = Math.ceil((head.height - y) / dy);
    return width <= 0 || height <= 0 ? size : size + height * (1 + rowBytes(width, head));
  }, 0);
}

function inflate(data: Uint8Array, size: number): Buffer {
  const raw = attempt(() => inflateSync(data, { maxOutputLength: size + 1 }));
  if (raw === undefined || raw.length < size)
    throw new UnreadableImage("The PNG's pixels are damaged");
  return raw;
}

function attempt<A>(run: () => A): A | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

function checkRowFilters(raw: Buffer, head: PngHead): void {
  const stride = 1 + rowBytes(head.width, head);
  for (let index = 0; index < raw.length; index += stride) {
    if ((raw[index] ?? 0) > 4) throw new UnreadableImage("The PNG's pixels are damaged");
  }
}

function readChunks(bytes: Uint8Array): { readonly head: PngHead; readonly data: Uint8Array } {
  if (!SIGNATURE.every((byte, index) => bytes[index] === byte))
    throw new UnreadableImage("The PNG is damaged");
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks = new Map<string, Buffer>();
  const data: Array<Buffer> = [];
  let offset = 8;
  while (!chunks.has("IEND")) {
    if (offset + 12 > view.length) throw new UnreadableImage("The PNG is cut short");
    const length = view.readUInt32BE(offset);
    const type = view.toString("latin1", offset + 4, offset + 8);
    if (offset + 12 + length > view.length) throw new UnreadableImage("The PNG is cut short");
    const content = view.subarray(offset + 8, offset + 8 + length);
    const isCritical = /^[A-Z]/.test(type);
    if (
      isCritical &&
      crc32(view.subarray(offset + 4, offset + 8 + length)) !==
        view.readUInt32BE(offset + 8 + length)
    ) {
      throw new UnreadableImage("The PNG is damaged");
    }
    if (type === "IDAT") data.push(content);
    else if (!chunks.has(type)) chunks.set(type, content);
    if (type === "IHDR") checkHead(content);
    offset += 12 + length;
  }
  return { head: headOf(chunks), data: new Uint8Array(Buffer.concat(data)) };
}

function checkHead(header: Buffer): void {
  if (header.length !== 13) throw new UnreadableImage("The PNG is damaged");
  checkSize(header.readUInt32BE(0), header.readUInt32BE(4));
}

function headOf(chunks: ReadonlyMap<string, Buffer>): PngHead {
  const header = chunks.get("IHDR");
  const palette = chunks.get("PLTE");
  const [depth = 0, colourType = 0, compression, filter, interlace = 0] = header?.subarray(8) ?? [];
  const isKnown =
    DEPTHS[colourType]?.includes(depth) === true &&
    compression === 0 &&
    filter === 0 &&
    interlace < 2;
  const hasPalette = palette !== undefined && palette.length > 0 && palette.length % 3 === 0;
  if (header === undefined || !isKnown || (colourType === 3 && !hasPalette)) {
    throw new UnreadableImage("The PNG is damaged");
  }
  return {
    width: header.readUInt32BE(0),
    height: header.readUInt32BE(4),
    depth,
    colourType,
    isInterlaced: interlace === 1,
    palette,
    transparency: chunks.get("tRNS"),
  };
}
