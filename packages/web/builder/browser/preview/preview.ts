import { h } from "../../../ui/browser/dom.ts";
import type { PdfWorker } from "../../../ui/browser/pdf/worker.ts";
import { CallFailed } from "../../../ui/browser/session/call_failed.ts";
import { isCallFailed } from "../template/templates.ts";
import { TEXTS } from "../texts.ts";

/** The PDF library and its worker. */
export interface PdfReader {
  readonly worker: PdfWorker;
  readonly library: string;
}

/** The result of a preview. */
export type PreviewResult =
  | { readonly kind: "drawn"; readonly url: string; readonly pages: number }
  | { readonly kind: "refused"; readonly error: CallFailed };

/** Fetches a PDF and shows its pages in an element. */
export async function renderPreview(
  into: HTMLElement,
  fetchPdf: () => Promise<Blob>,
  { worker, library }: PdfReader,
  signal: AbortSignal,
): Promise<PreviewResult> {
  into.setAttribute("aria-busy", "true");
  into.replaceChildren(
    h("div", { class: "sheet is-blank" }),
    h("p", { class: "visually-hidden", role: "status" }, TEXTS.preview.working),
  );
  try {
    const url = URL.createObjectURL(await fetchPdf());
    signal.addEventListener("abort", () => URL.revokeObjectURL(url));
    signal.throwIfAborted();
    const [{ openDocument }, { Viewer }] = await Promise.all([
      import("../../../ui/browser/pdf/open_document.ts"),
      import("../../../ui/browser/pdf/viewer.ts"),
    ]);
    const pdf = await openDocument({ document: url, library }, worker);
    signal.addEventListener("abort", () => void pdf.loadingTask.destroy());
    const pages = pdf.numPages;
    await Viewer.show(pdf, into, { onPage: () => {}, onFailure: () => {}, signal });
    return { kind: "drawn", url, pages };
  } catch (error) {
    if (isCallFailed(error)) return { kind: "refused", error };
    return { kind: "refused", error: new CallFailed(0, "not_drawn", TEXTS.preview.failed) };
  } finally {
    into.removeAttribute("aria-busy");
  }
}
