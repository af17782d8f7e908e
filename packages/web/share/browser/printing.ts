import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";

import { clearStatus, showStatus } from "../../ui/browser/status.ts";
import { format } from "../../ui/browser/texts.ts";
import { layOutForPrint } from "./print_run.ts";
import { hasEnded, reportPrinted } from "./share_link.ts";
import { TEXTS } from "./texts.ts";

/** The document to print. */
export interface Printing {
  readonly pdf: PDFDocumentProxy;
  /** The element that is visible in print only. */
  readonly paper: HTMLElement;
  readonly button: HTMLElement;
  readonly events: string;
}

/** Prints the document with the button or the browser's shortcut, and reports it. */
export function offerPrint({ pdf, paper, button, events }: Printing): void {
  let isRunning = false;
  const print = async () => {
    if (isRunning) return;
    isRunning = true;
    button.setAttribute("aria-disabled", "true");
    try {
      if (await hasEnded()) return;
      if (paper.childElementCount === 0) await prepare(pdf, paper, button);
      clearStatus();
      globalThis.print();
    } catch (error) {
      if (isAborted(error)) clearStatus();
      else if (!(await hasEnded())) showStatus(TEXTS.printing.failed);
    } finally {
      isRunning = false;
      button.removeAttribute("aria-disabled");
    }
  };
  button.addEventListener("click", () => void print());
  addEventListener("keydown", (event) => {
    if (!isPrintKey(event)) return;
    event.preventDefault();
    void print();
  });
  // Also after printing with the browser's menu.
  addEventListener("beforeprint", () => reportPrinted(events));
}

async function prepare(
  pdf: PDFDocumentProxy,
  paper: HTMLElement,
  button: HTMLElement,
): Promise<void> {
  const stopping = new AbortController();
  const cancel = () => {
    stopping.abort();
    button.focus();
  };
  const onPage = (number: number) =>
    showStatus(format(TEXTS.printing.progress, { page: number, count: pdf.numPages }), {
      label: TEXTS.printing.cancel,
      run: cancel,
    });
  await layOutForPrint(pdf, paper, { onPage, signal: stopping.signal });
}

function isPrintKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === "p";
}

function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}
