import { byId } from "../../ui/browser/dom.ts";
import { openDocument } from "../../ui/browser/pdf/open_document.ts";
import { Viewer } from "../../ui/browser/pdf/viewer.ts";
import { type PdfWorker, startWorker } from "../../ui/browser/pdf/worker.ts";
import { showStatus } from "../../ui/browser/status.ts";
import { TEXTS } from "./texts.ts";

/** The worker of all documents, which starts with the first. */
let sharedWorker: PdfWorker | undefined;

/** Shows a PDF in an element. */
export async function showPdf(
  bytes: Uint8Array,
  element: HTMLElement,
  signal: AbortSignal,
): Promise<void> {
  // Workers do not know the page's URL.
  const urlOf = (name: string) =>
    new URL(byId("console").dataset[name] ?? "", document.baseURI).href;
  if (sharedWorker === undefined) {
    sharedWorker = startWorker(urlOf("worker"));
    sharedWorker.failure.catch(() => {});
  }
  const pdf = await openDocument({ document: bytes, library: urlOf("library") }, sharedWorker);
  if (signal.aborted) {
    await pdf.loadingTask.destroy();
    return;
  }
  signal.addEventListener("abort", () => void pdf.loadingTask.destroy());
  await Viewer.show(pdf, element, {
    onPage: () => {},
    onFailure: () => showStatus(TEXTS.renders.documentFailed),
    signal,
  });
}
