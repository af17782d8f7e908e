import type { Design } from "./design.ts";
import { pdf2size } from "./pdf_images.ts";

/** The sizes of a design's pages in millimetres; none while its PDF cannot be read. */
export async function pageSizes({
  basePdf,
  schemas,
}: Design): Promise<ReadonlyArray<{ readonly width: number; readonly height: number }>> {
  if (typeof basePdf !== "string") {
    const { width, height } = basePdf;
    return schemas.map(() => ({ width, height }));
  }
  try {
    return await pdf2size(bytesOf(basePdf));
  } catch {
    return [];
  }
}

function bytesOf(dataUri: string): Uint8Array {
  const text = atob(dataUri.slice(dataUri.indexOf(",") + 1));
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}
