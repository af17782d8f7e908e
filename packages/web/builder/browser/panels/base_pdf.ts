import { pdf2size, UnreadablePdf } from "../canvas/pdf_images.ts";
import { TEXTS } from "../texts.ts";

/** What became of a file that was to be printed onto. */
export type ReadBase =
  | { readonly kind: "read"; readonly dataUri: string; readonly pages: number }
  | { readonly kind: "refused"; readonly reason: string };

/** The largest file that fits into a request, in which it takes a third more. */
const MAX_MEGABYTES = 14;

/** No more pages are taken. */
const MOST_PAGES = 200;

/** Reads a PDF that somebody has chosen, or says why it cannot be used. */
export async function readBase(file: File): Promise<ReadBase> {
  if (file.size > MAX_MEGABYTES * 1_000_000) return refused(TEXTS.page.tooLarge(MAX_MEGABYTES));
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!isPdf(bytes)) return refused(TEXTS.page.notPdf);
  try {
    const pages = await pdf2size(bytes);
    if (pages.length > MOST_PAGES) return refused(TEXTS.page.tooLong(MOST_PAGES));
    const dataUri = await dataUriOf(new Blob([bytes], { type: "application/pdf" }));
    return { kind: "read", dataUri, pages: pages.length };
  } catch (fault) {
    const isEncrypted = fault instanceof UnreadablePdf && fault.isEncrypted;
    return refused(isEncrypted ? TEXTS.page.encrypted : TEXTS.page.unreadable);
  }
}

/** The header may come after some bytes that readers skip. */
function isPdf(bytes: Uint8Array): boolean {
  return new TextDecoder("latin1").decode(bytes.subarray(0, 1024)).includes("%PDF-");
}

function dataUriOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () =>
      resolve(typeof reader.result === "string" ? reader.result : ""),
    );
    reader.addEventListener("error", () => reject(new UnreadablePdf(false)));
    reader.readAsDataURL(blob);
  });
}

function refused(reason: string): ReadBase {
  return { kind: "refused", reason };
}
