/** A comparison of two pages. */
export interface PageDifference {
  /** The pages with the pixels that differ in a color of their own. */
  readonly picture: HTMLCanvasElement;
  /** The share of the pixels that differ, from 0 to 1. */
  readonly share: number;
}

/** Smaller differences of a channel are not visible. */
const THRESHOLD = 8;

/** The color of pixels that differ, which has contrast on paper and on ink. */
const MARK = [214, 0, 108] as const;

/** Pixels next to those that differ are marked too, so that a dot is visible in a small picture. */
const REACH = 1;

/**
 * Compares the images of two pages. A page that is missing, or smaller than the other, differs in what it lacks.
 *
 * @param before The earlier page; `undefined` if its document has no such page.
 */
export async function pageDifference(
  before: Blob | undefined,
  after: Blob | undefined,
): Promise<PageDifference> {
  const [earlier, later] = await Promise.all([bitmapOf(before), bitmapOf(after)]);
  const width = Math.max(earlier?.width ?? 0, later?.width ?? 0, 1);
  const height = Math.max(earlier?.height ?? 0, later?.height ?? 0, 1);
  const first = pixelsOf(earlier, width, height).data;
  const { canvas: picture, context, image } = sheetOf(later ?? earlier, width, height);
  const second = pixelsOf(later, width, height).data;
  const differs = new Uint8Array(width * height);
  let count = 0;
  for (let index = 0; index < differs.length; index++) {
    if (!isDifferent(first, second, index * 4)) continue;
    differs[index] = 1;
    count += 1;
  }
  const { data } = image;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      if (isNear(differs, x, y, width, height)) data.set(MARK, at);
      else fade(data, at);
    }
  }
  context.putImageData(image, 0, 0);
  return { picture, share: count / differs.length };
}

async function bitmapOf(page: Blob | undefined): Promise<ImageBitmap | undefined> {
  return page === undefined ? undefined : createImageBitmap(page);
}

function pixelsOf(page: ImageBitmap | undefined, width: number, height: number): ImageData {
  return sheetOf(page, width, height).image;
}

/** A page at the top left of a sheet. The rest is transparent, so that it differs from paper. */
function sheetOf(page: ImageBitmap | undefined, width: number, height: number) {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) throw new Error("The browser cannot draw");
  if (page !== undefined) context.drawImage(page, 0, 0);
  return { canvas, context, image: context.getImageData(0, 0, width, height) };
}

function isDifferent(first: Uint8ClampedArray, second: Uint8ClampedArray, at: number): boolean {
  for (let channel = at; channel < at + 4; channel++) {
    if (Math.abs((first[channel] ?? 0) - (second[channel] ?? 0)) > THRESHOLD) return true;
  }
  return false;
}

function isNear(differs: Uint8Array, x: number, y: number, width: number, height: number): boolean {
  for (let row = Math.max(0, y - REACH); row <= Math.min(height - 1, y + REACH); row++) {
    for (let column = Math.max(0, x - REACH); column <= Math.min(width - 1, x + REACH); column++) {
      if (differs[row * width + column] === 1) return true;
    }
  }
  return false;
}

/** Makes a pixel grey and light, so that the marks are visible. */
function fade(data: Uint8ClampedArray, at: number): void {
  const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
  const grey = 255 - (255 - (red * 0.3 + green * 0.59 + blue * 0.11)) * 0.35;
  data.set([grey, grey, grey], at);
}
