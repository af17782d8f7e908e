import {
  type ImageSignature,
  MAX_SIGNATURE_IMAGE,
  MAX_SIGNATURE_PIXELS,
} from "@paraph/core/builtin_provider";

/** The maximum number of bytes of a file: photos of phones have a few million. */
const MAX_FILE = 20_000_000;

/** The size in pixels to which larger images are reduced. It fits {@linkcode MAX_SIGNATURE_PIXELS}. */
const LARGEST = { width: 800, height: 400 };

/** The factor by which an image is reduced until its file is small enough. */
const STEP = 0.75;

/** The least opacity of ink, of 255. */
const LEAST_OPACITY = 64;

/** How much darker than paper a pixel is that is not paper, and one that is ink alone, of 255. */
const [PAPER_TOLERANCE, INK_CONTRAST] = [25, 70];

/** Paper is lighter than at least this share of the pixels of an image: most of it is paper. */
const PAPER_SHARE = 0.7;

/** The margin around the ink, in pixels. */
const MARGIN = 4;

/** Why a file is not a signature. */
export type ImageProblem = "notAnImage" | "emptyImage";

/**
 * Reads an image of a signature from a file: cropped to its ink, reduced, and as a new PNG file, so that the
 * metadata of a photo is not sent.
 */
export async function readSignatureImage(file: Blob): Promise<ImageSignature | ImageProblem> {
  if (file.size > MAX_FILE || !(await isPngOrJpeg(file))) return "notAnImage";
  try {
    const bitmap = await createImageBitmap(file);
    const area = inkArea(bitmap);
    if (area === undefined) return "emptyImage";
    const fit = Math.min(1, LARGEST.width / area.width, LARGEST.height / area.height);
    for (let scale = fit; area.height * scale >= 1 && area.width * scale >= 1; scale *= STEP) {
      const data = await toPng(bitmap, area, scale);
      if (data.length <= MAX_SIGNATURE_IMAGE) return { kind: "image", data: toBase64(data) };
    }
    return "notAnImage";
  } catch {
    return "notAnImage";
  }
}

/** Draws a stored image on a canvas. Image elements would need a policy that allows `data:`. */
export async function drawSignatureImage(
  canvas: HTMLCanvasElement,
  { data }: ImageSignature,
): Promise<void> {
  const bytes = Uint8Array.from(atob(data), (byte) => byte.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  canvas.width = Math.min(bitmap.width, MAX_SIGNATURE_PIXELS.width);
  canvas.height = Math.min(bitmap.height, MAX_SIGNATURE_PIXELS.height);
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
}

async function isPngOrJpeg(file: Blob): Promise<boolean> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return (first === 0x89 && second === 0x50) || (first === 0xff && second === 0xd8);
}

/** A part of an image, in pixels. */
interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the part of an image that has ink; undefined without any. */
function inkArea(bitmap: ImageBitmap): (Area & { readonly paper: number }) | undefined {
  // A small copy is enough to find it.
  const scale = Math.min(1, 600 / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [Math.ceil(bitmap.width * scale), Math.ceil(bitmap.height * scale)];
  const context = contextOf(width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  const paper = paperOf(data);
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let pixel = 0; pixel < width * height; pixel++) {
    if (opacityOf(data, pixel) < LEAST_OPACITY || paper - shadeOf(data, pixel) < INK_CONTRAST)
      continue;
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  if (right - left < 3 && bottom - top < 3) return undefined;
  const within = (value: number, most: number) => Math.min(Math.max(value, 0), most);
  const [x0, x1] = [left / scale - MARGIN, (right + 1) / scale + MARGIN].map((x) =>
    within(x, bitmap.width),
  );
  const [y0, y1] = [top / scale - MARGIN, (bottom + 1) / scale + MARGIN].map((y) =>
    within(y, bitmap.height),
  );
  const [x = 0, y = 0] = [x0, y0];
  return { left: x, top: y, width: (x1 ?? 0) - x, height: (y1 ?? 0) - y, paper };
}

function opacityOf(data: Uint8ClampedArray, pixel: number): number {
  return data[4 * pixel + 3] ?? 0;
}

/** The darkest channel of a pixel: coloured ink is darker than paper in one of them. */
function shadeOf(data: Uint8ClampedArray, pixel: number): number {
  return Math.min(data[4 * pixel] ?? 0, data[4 * pixel + 1] ?? 0, data[4 * pixel + 2] ?? 0);
}

/** Returns the shade of the paper: that of photos is often grey. Transparent images are on white. */
function paperOf(data: Uint8ClampedArray): number {
  const counts = new Uint32Array(256);
  const count = data.length / 4;
  for (let pixel = 0; pixel < count; pixel++) {
    const shade = opacityOf(data, pixel) < LEAST_OPACITY ? 255 : shadeOf(data, pixel);
    counts[shade] = (counts[shade] ?? 0) + 1;
  }
  let lighter = 0;
  for (let shade = 255; shade > 0; shade--) {
    lighter += counts[shade] ?? 0;
    if (lighter >= count * (1 - PAPER_SHARE)) return shade;
  }
  return 255;
}

/** Makes the paper of an image transparent, so that the document is visible around the ink. */
function removePaper(data: Uint8ClampedArray, paper: number): void {
  for (let pixel = 0; pixel < data.length / 4; pixel++) {
    const contrast = paper - shadeOf(data, pixel) - PAPER_TOLERANCE;
    const share = Math.min(1, Math.max(0, contrast / (INK_CONTRAST - PAPER_TOLERANCE)));
    data[4 * pixel + 3] = opacityOf(data, pixel) * share;
  }
}

async function toPng(
  bitmap: ImageBitmap,
  area: Area & { readonly paper: number },
  scale: number,
): Promise<Uint8Array> {
  const [width, height] = [Math.ceil(area.width * scale), Math.ceil(area.height * scale)];
  const context = contextOf(width, height);
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, area.left, area.top, area.width, area.height, 0, 0, width, height);
  const pixels = context.getImageData(0, 0, width, height);
  removePaper(pixels.data, area.paper);
  context.putImageData(pixels, 0, 0);
  const { promise, resolve } = newPromise<Blob | null>();
  context.canvas.toBlob(resolve, "image/png");
  const blob = await promise;
  if (blob === null) throw new Error("The image cannot be encoded");
  return new Uint8Array(await blob.arrayBuffer());
}

/** Phones that lack `Promise.withResolvers` sign documents too. */
function newPromise<A>() {
  let resolve: (value: A) => void = () => {};
  const promise = new Promise<A>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

function contextOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) throw new Error("There is no canvas");
  return context;
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
