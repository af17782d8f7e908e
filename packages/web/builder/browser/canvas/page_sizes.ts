import type { Design } from "../design/design.ts";

/** The size of a page in millimetres. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns the sizes of a design's pages in millimetres; none if its PDF cannot be read. */
export async function pageSizes(design: Design): Promise<ReadonlyArray<Size>> {
  const { basePdf, schemas } = design;
  if (typeof basePdf !== "string") return schemas.map((_, page) => blankPageSize(design, page));
  if (last?.basePdf !== basePdf) last = { basePdf, sizes: sizesOf(basePdf) };
  return last.sizes;
}

/** The size of a blank page; zero for a page of a PDF. */
export function blankPageSize({ basePdf, pages }: Design, page: number): Size {
  if (typeof basePdf === "string") return { width: 0, height: 0 };
  const own = pages?.[page];
  const { width, height } = { width: own?.["width"], height: own?.["height"] };
  return {
    width: typeof width === "number" ? width : basePdf.width,
    height: typeof height === "number" ? height : basePdf.height,
  };
}

/** Most changes of a design keep its PDF. */
let last: { readonly basePdf: string; readonly sizes: Promise<ReadonlyArray<Size>> } | undefined;

async function sizesOf(dataUri: string): Promise<ReadonlyArray<Size>> {
  try {
    const { pdf2size } = await import("./pdf_images.ts");
    return await pdf2size(bytesOf(dataUri));
  } catch {
    return [];
  }
}

/** The images of the pages of a PDF, as URLs; none if it cannot be read. */
export async function pageImages(dataUri: string): Promise<ReadonlyArray<string>> {
  if (lastImages?.basePdf !== dataUri) {
    const before = lastImages;
    lastImages = { basePdf: dataUri, urls: imagesOf(dataUri) };
    void before?.urls.then((urls) => urls.forEach((url) => URL.revokeObjectURL(url)));
  }
  return lastImages.urls;
}

let lastImages:
  | { readonly basePdf: string; readonly urls: Promise<ReadonlyArray<string>> }
  | undefined;

async function imagesOf(dataUri: string): Promise<ReadonlyArray<string>> {
  try {
    const { pdf2img } = await import("./pdf_images.ts");
    const images = await pdf2img(bytesOf(dataUri));
    return images.map((image) => URL.createObjectURL(new Blob([image], { type: "image/jpeg" })));
  } catch {
    return [];
  }
}

function bytesOf(dataUri: string): Uint8Array {
  const text = atob(dataUri.slice(dataUri.indexOf(",") + 1));
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}
