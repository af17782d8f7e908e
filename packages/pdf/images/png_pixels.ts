import { UnreadableImage } from "./prepared_image.ts";

/** The header of a PNG, with its palette and transparency. */
export interface PngHead {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  /** 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGB and alpha. */
  readonly colourType: number;
  readonly isInterlaced: boolean;
  readonly palette: Uint8Array | undefined;
  readonly transparency: Uint8Array | undefined;
}

/** Samples per pixel. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Bytes per row, without the filter byte. */
export function rowBytes(width: number, { depth, colourType }: PngHead): number {
  return Math.ceil((width * depth * (CHANNELS[colourType] ?? 0)) / 8);
}

/** Bytes between the same samples of neighbouring pixels. */
function pixelBytes({ depth, colourType }: PngHead): number {
  return Math.max(1, (depth * (CHANNELS[colourType] ?? 0)) / 8);
}

/** The seven passes of an interlaced image: first column and row, then the steps. */
export const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Unpacked pixels, with three bytes of colour and one of opacity each. */
export interface Pixels {
  readonly colours: Uint8Array;
  readonly alpha: Uint8Array;
}

/** Undoes row filters, interlacing and packing. */
export function unpackPixels(raw: Buffer, head: PngHead): Pixels {
  const { width, height } = head;
  const pixels = {
    colours: new Uint8Array(width * height * 3),
    alpha: new Uint8Array(width * height),
  };
  const passes = head.isInterlaced ? PASSES : ([[0, 0, 1, 1]] as const);
  let offset = 0;
  for (const [x0, y0, dx, dy] of passes) {
    const columns = Math.ceil((width - x0) / dx);
    const rows = Math.ceil((height - y0) / dy);
    if (columns <= 0 || rows <= 0) continue;
    const stride = rowBytes(columns, head);
    let above: Uint8Array = new Uint8Array(stride);
    for (let row = 0; row < rows; row++) {
      const line = unfilter(raw, offset, stride, above, pixelBytes(head));
      const first = (y0 + row * dy) * width + x0;
      unpackRow(line, head, columns, pixels, (column) => first + column * dx);
      above = line;
      offset += stride + 1;
    }
  }
  return pixels;
}

function unfilter(
  raw: Buffer,
  index: number,
  stride: number,
  above: Uint8Array,
  step: number,
): Uint8Array {
  const line = new Uint8Array(stride);
  const filter = raw[index] ?? 0;
  if (filter > 4) throw new UnreadableImage("The PNG's pixels are damaged");
  for (let x = 0; x < stride; x++) {
    const left = x >= step ? (line[x - step] ?? 0) : 0;
    const up = above[x] ?? 0;
    const corner = x >= step ? (above[x - step] ?? 0) : 0;
    line[x] = (raw[index + 1 + x] ?? 0) + predict(filter, left, up, corner);
  }
  return line;
}

function predict(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4:
      return paeth(left, up, corner);
    default:
      return 0;
  }
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [
    Math.abs(guess - left),
    Math.abs(guess - up),
    Math.abs(guess - corner),
  ];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function unpackRow(
  line: Uint8Array,
  { depth, colourType, palette, transparency }: PngHead,
  columns: number,
  { colours, alpha }: Pixels,
  pixelAt: (column: number) => number,
): void {
  const maximum = 2 ** Math.min(depth, 8) - 1;
  /** A sample; the upper byte of a 16-bit one. */
  const sample = (index: number): number => {
    if (depth === 8) return line[index] ?? 0;
    if (depth === 16) return line[index * 2] ?? 0;
    const bit = index * depth;
    return ((line[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & maximum;
  };
  const exactSample = (index: number): number =>
    depth === 16 ? (sample(index) << 8) | (line[index * 2 + 1] ?? 0) : sample(index);
  const scaledSample = (index: number): number =>
    depth < 8 ? Math.round((sample(index) * 255) / maximum) : sample(index);
  const key = (channel: number): number =>
    ((transparency?.[channel * 2] ?? 0) << 8) | (transparency?.[channel * 2 + 1] ?? 0);
  const setPixel = (pixel: number, red: number, green: number, blue: number, opacity: number) => {
    colours[pixel * 3] = red;
    colours[pixel * 3 + 1] = green;
    colours[pixel * 3 + 2] = blue;
    alpha[pixel] = opacity;
  };
  for (let x = 0; x < columns; x++) {
    const pixel = pixelAt(x);
    switch (colourType) {
      case 0: {
        const grey = scaledSample(x);
        setPixel(
          pixel,
          grey,
          grey,
          grey,
          transparency !== undefined && exactSample(x) === key(0) ? 0 : 255,
        );
        break;
      }
      case 2: {
        const offset = x * 3;
        const isKey =
          transparency !== undefined &&
          [0, 1, 2].every((channel) => exactSample(offset + channel) === key(channel));
        setPixel(pixel, sample(offset), sample(offset + 1), sample(offset + 2), isKey ? 0 : 255);
        break;
      }
      case 3: {
        const entry = sample(x);
        setPixel(
          pixel,
          palette?.[entry * 3] ?? 0,
          palette?.[entry * 3 + 1] ?? 0,
          palette?.[entry * 3 + 2] ?? 0,
          transparency?.[entry] ?? 255,
        );
        break;
      }
      case 4: {
        const grey = sample(x * 2);
        setPixel(pixel, grey, grey, grey, sample(x * 2 + 1));
        break;
      }
      default:
        setPixel(pixel, sample(x * 4), sample(x * 4 + 1), sample(x * 4 + 2), sample(x * 4 + 3));
    }
  }
}
