/** A picture in red, green and blue, three bytes per pixel, row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/** A picture in poppler's format: a text header of three words, then the pixels. */
export function pixelMap(ppm: Uint8Array): Pixels {
  const text = Buffer.from(ppm.subarray(0, 50)).toString("latin1");
  const head = /^P6\s+(\d+)\s+(\d+)\s+\d+\s/.exec(text);
  if (head === null) throw new Error("Expected a picture in colours");
  return { width: Number(head[1]), height: Number(head[2]), rgb: ppm.subarray(head[0].length) };
}

/** Pages next to each other with margins on a grey background, so that white paper is visible. */
export function contactSheet(pages: ReadonlyArray<Pixels>, gap: number): Pixels {
  const width = pages.reduce((sum, page) => sum + page.width + gap, gap);
  const height = Math.max(...pages.map((page) => page.height)) + 2 * gap;
  const rgb = new Uint8Array(width * height * 3);
  for (let offset = 0; offset < rgb.length; offset += 3) rgb.set(BACKGROUND, offset);
  let left = gap;
  for (const page of pages) {
    for (let y = 0; y < page.height; y++) {
      const row = page.rgb.subarray(y * page.width * 3, (y + 1) * page.width * 3);
      rgb.set(row, ((gap + y) * width + left) * 3);
    }
    left += page.width + gap;
  }
  return { width, height, rgb };
}

const BACKGROUND = [0xe9, 0xec, 0xef];

/** Whether two pictures have the same pixels. */
export function isSamePicture(one: Pixels, other: Pixels): boolean {
  return (
    one.width === other.width &&
    one.height === other.height &&
    Buffer.compare(one.rgb, other.rgb) === 0
  );
}
