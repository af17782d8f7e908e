import type { Design } from "../design/design.ts";
import { pdf2size } from "./pdf_images.ts";

/** Returns the sizes of a design's pages in millimetres; none if its PDF cannot be read. */
export async function pageSizes({ basePdf, schemas }: Design): Promise<ReadonlyArray<Size>> {
  if (typeof basePdf !== "string") {
    const { width, height } = basePdf;
    return schemas.map(() => ({ width, height }));
  }
  if (last?.basePdf !== basePdf) last = { basePdf, sizes: sizesOf(basePdf) };
  return last.sizes;
}

/** Most changes of a design keep its PDF. */
let last: { readonly basePdf: string; readonly sizes: Promise<ReadonlyArray<Size>> } | undefined;

interface Size {
  readonly width: number;
  readonly height: number;
}

async function sizesOf(dataUri: string): Promise<ReadonlyArray<Size>> {
  try {
    return await pdf2size(bytesOf(dataUri));
  } catch {
    return [];
  }
}

function bytesOf(dataUri: string): Uint8Array {
  const text = atob(dataUri.slice(dataUri.indexOf(",") + 1));
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}
