/** The Exif orientation of an image: 1 is upright, 5 to 8 swap width and height. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** Maps the unit square of the pixels to that of the upright image, as PDF matrices. */
const MATRICES = {
  1: [1, 0, 0, 1, 0, 0],
  2: [-1, 0, 0, 1, 1, 0],
  3: [-1, 0, 0, -1, 1, 1],
  4: [1, 0, 0, -1, 0, 1],
  5: [0, -1, -1, 0, 1, 1],
  6: [0, -1, 1, 0, 0, 1],
  7: [0, 1, 1, 0, 0, 0],
  8: [0, 1, -1, 0, 1, 0],
} as const;

/** Returns whether an orientation swaps width and height. */
export function swapsSides(orientation: Orientation): boolean {
  return orientation >= 5;
}

/** The matrix that draws the pixels as an upright image. The place is its lower left corner and its size. */
export function imageMatrix(
  orientation: Orientation,
  { x, y, width, height }: ImagePlace,
): ReadonlyArray<number> {
  const [a, b, c, d, e, f] = MATRICES[orientation];
  return [a * width, b * height, c * width, d * height, e * width + x, f * height + y];
}

interface ImagePlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const EXIF = "Exif\0\0";
const ORIENTATION_TAG = 0x0112;

/** Reads the orientation from an Exif segment, 1 for anything invalid. */
export function readOrientation(segment: Buffer): Orientation {
  if (segment.length < 14 || segment.toString("latin1", 0, 6) !== EXIF) return 1;
  const tiff = segment.subarray(6);
  const isLittle = tiff.toString("latin1", 0, 2) === "II";
  const short = (offset: number) =>
    isLittle ? tiff.readUInt16LE(offset) : tiff.readUInt16BE(offset);
  const start = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (start + 2 > tiff.length) return 1;
  const count = short(start);
  for (let index = 0; index < count; index++) {
    const entry = start + 2 + index * 12;
    if (entry + 12 > tiff.length) return 1;
    if (short(entry) === ORIENTATION_TAG) return toOrientation(short(entry + 8));
  }
  return 1;
}

function toOrientation(value: number): Orientation {
  switch (value) {
    case 2:
    case 3:
    case 4:
    case 5:
    case 6:
    case 7:
    case 8:
      return value;
    default:
      return 1;
  }
}
