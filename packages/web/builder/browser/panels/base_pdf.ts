import { TEXTS } from "../texts.ts";

/** The result of reading a background PDF. */
export type ReadBase =
  | { readonly kind: "read"; readonly dataUri: string; readonly pages: number }
  | { readonly kind: "refused"; readonly reason: string };

/** The largest file that fits into a request: base64 makes it a third larger. */
const MAX_MEGABYTES = 14;

/** The maximum number of pages. */
const MAX_PAGES = 200;

/** Reads a PDF that the user has chosen, or returns why it cannot be used. */
export async function readBase(file: File): Promise<ReadBase> {
  if (file.size > MAX_MEGABYTES * 1_000_000) return refusal(TEXTS.page.tooLarge(MAX_MEGABYTES));
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!isPdf(bytes)) return refusal(TEXTS.page.notPdf);
  const { pdf2size, UnreadablePdf } = await import("../canvas/pdf_images.ts");
  try {
    const pages = await pdf2size(bytes);
    if (pages.length > MAX_PAGES) return refusal(TEXTS.page.tooLong(MAX_PAGES));
    const dataUri = await dataUriOf(new Blob([bytes], { type: "application/pdf" }));
    return { kind: "read", dataUri, pages: pages.length };
  } catch (error) {
    const isEncrypted = error instanceof UnreadablePdf && error.isEncrypted;
    return refusal(isEncrypted ? TEXTS.page.encrypted : TEXTS.page.unreadable);
  }
}

/** PDF readers accept bytes before the header. */
function isPdf(bytes: Uint8Array): boolean {
  return new TextDecoder("latin1").decode(bytes.subarray(0, 1024)).includes("%PDF-");
}

function dataUriOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () =>
      resolve(typeof reader.result === "string" ? reader.result : ""),
    );
    reader.addEventListener("error", () => reject(new Error("The file cannot be read")));
    reader.readAsDataURL(blob);
  });
}

function refusal(reason: string): ReadBase {
  return { kind: "refused", reason };
}
