/** What the head of a PNG says. */
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

/** Samples in a pixel. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Bytes of one row without its filter byte. */
export function rowBytes(width: number, { depth, colourType }: PngHead): number {
  return Math.ceil((width * depth * (CHANNELS[colourType] ?? 0)) / 8);
}

/** Bytes between a sample and the same sample of the pixel before it. */
export function pixelBytes({ depth, colourType }: PngHead): number {
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
