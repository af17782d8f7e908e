import { h } from "../../../ui/browser/dom.ts";
import { openDocument } from "../../../ui/browser/pdf/open_document.ts";
import { Viewer } from "../../../ui/browser/pdf/viewer.ts";
import type { PdfWorker } from "../../../ui/browser/pdf/worker.ts";
import { CallFailed } from "../../../ui/browser/session/call_failed.ts";
import { isCallFault } from "../template/call_fault.ts";
import { TEXTS } from "../texts.ts";

/** What reads PDFs. */
export interface PdfReader {
  readonly worker: PdfWorker;
  readonly library: string;
}

/** What became of a preview. */
export type Drawn =
  | { readonly kind: "drawn"; readonly address: string; readonly pages: number }
  | { readonly kind: "refused"; readonly fault: CallFailed };

/** Draws a document where it is looked at; what it is drawn from is asked for first. */
export async function drawPreview(
  into: HTMLElement,
  fetchPdf: () => Promise<Blob>,
  { worker, library }: PdfReader,
  signal: AbortSignal,
): Promise<Drawn> {
  into.setAttribute("aria-busy", "true");
  into.replaceChildren(
    h("div", { class: "sheet is-blank" }),
    h("p", { class: "visually-hidden", role: "status" }, TEXTS.preview.working),
  );
  try {
    const address = URL.createObjectURL(await fetchPdf());
    signal.addEventListener("abort", () => URL.revokeObjectURL(address));
    signal.throwIfAborted();
    const pdf = await openDocument({ document: address, library }, worker);
    signal.addEventListener("abort", () => void pdf.loadingTask.destroy());
    const pages = pdf.numPages;
    await Viewer.show(pdf, into, { onPage: () => {}, onFailure: () => {}, signal });
    return { kind: "drawn", address, pages };
  } catch (fault) {
    if (isCallFault(fault)) return { kind: "refused", fault };
    return { kind: "refused", fault: new CallFailed(0, "not_drawn", TEXTS.preview.failed) };
  } finally {
    into.removeAttribute("aria-busy");
  }
}
