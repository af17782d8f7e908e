import { writePng } from "../../images/write_png.ts";
import { opaque, withDocument } from "../../rasterize/draw_page.ts";

/** The size of a thumbnail in pixels: 200 dpi in a box with the aspect ratio of A4. */
const BOX = { width: 192, height: 272 };
/** Larger thumbnails are drawn with fewer colours, so that a certificate stays small. */
const MAX_BYTES = 30_000;
/** The bits of red, green and blue to try; the fewest give less than 20 kB. */
const DEPTHS = [8, 5, 4, 3, 2, 1] as const;
const EDGE = 0xb4;

/** Draws the first pages of a document, each in the middle of its box. Returns them as data URIs. */
export function drawThumbnails(pdf: Uint8Array, count: number): Promise<ReadonlyArray<string>> {
  return withDocument(pdf, async (document) => {
    const images: Array<string> = [];
    for (let page = 0; page < count; page++) {
      const pdfPage = document.getPage(page);
      const { originalWidth, originalHeight } = pdfPage.getOriginalSize();
      const scale = Math.min(BOX.width / originalWidth, BOX.height / originalHeight);
      const size = {
        width: pixels(originalWidth * scale, BOX.width),
        height: pixels(originalHeight * scale, BOX.height),
      };
      const { data } = await pdfPage.render({ ...size, renderFormFields: true });
      images.push(dataUri(inBox({ ...size, data: opaque(data) })));
    }
    return images;
  });
}

/** A length of an image, also of a page without a size. */
function pixels(length: number, longest: number): number {
  return Number.isFinite(length) ? Math.max(1, Math.min(longest, Math.round(length))) : longest;
}

interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of each pixel. */
  readonly data: Uint8Array;
}

/** A picture with a thin edge, in the middle of a white box. */
function inBox(picture: Picture): Picture {
  const { width, height } = BOX;
  const data = new Uint8Array(width * height * 3).fill(0xff);
  const left = Math.floor((width - picture.width) / 2);
  const top = Math.floor((height - picture.height) / 2);
  for (let y = 0; y < picture.height; y++) {
    const row = picture.data.subarray(y * picture.width * 3, (y + 1) * picture.width * 3);
    const at = ((top + y) * width + left) * 3;
    data.set(row, at);
    if (y === 0 || y === picture.height - 1) data.fill(EDGE, at, at + row.length);
    data.fill(EDGE, at, at + 3);
    data.fill(EDGE, at + row.length - 3, at + row.length);
  }
  return { width, height, data };
}

function dataUri({ width, height, data }: Picture): string {
  let file: Buffer = Buffer.alloc(0);
  for (const bits of DEPTHS) {
    file = writePng({ colours: withDepth(data, bits) }, { width, height });
    if (file.length <= MAX_BYTES) break;
  }
  return `data:image/png;base64,${file.toString("base64")}`;
}

/** Rounds each colour to a number of bits, so that white stays white. */
function withDepth(data: Uint8Array, bits: number): Uint8Array {
  const steps = 2 ** bits - 1;
  return bits === 8
    ? data
    : data.map((colour) => Math.round((colour * steps) / 255) * (255 / steps));
}
