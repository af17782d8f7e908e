import { getDocument, GlobalWorkerOptions } from "pdfjs-dist/legacy/build/pdf.mjs";

import { byId, type PageData } from "./page_data.ts";
import { offerPrint } from "./printing.ts";
import { hasEnded } from "./share_link.ts";
import { say } from "./status.ts";
import { Viewer } from "./viewer.ts";
import type { PdfWorker } from "./worker.ts";

/** Reads the document with the worker's help, shows it and lets it be printed. */
export async function showDocument(data: PageData, { port, failed }: PdfWorker): Promise<void> {
  const [pages, position, print] = [byId("pages"), byId("position"), byId("print")];
  GlobalWorkerOptions.workerPort = port;
  try {
    const task = getDocument({
      url: data.document,
      cMapUrl: `${data.library}cmaps/`,
      standardFontDataUrl: `${data.library}standard_fonts/`,
      iccUrl: `${data.library}iccs/`,
      wasmUrl: `${data.library}wasm/`,
      // A second worker would be one more script to wait for.
      disableWorkerRendering: true,
      verbosity: 0,
    });
    const pdf = await Promise.race([task.promise, failed]);
    const { numPages } = pdf;
    position.textContent = numPages === 1 ? "1 page" : `${numPages} pages`;
    const onPage = (number: number) => {
      const text = `Page ${number} of ${numPages}`;
      if (position.textContent !== text) position.textContent = text;
    };
    const viewer: Viewer = await Viewer.show(pdf, pages, {
      onPage,
      onFailure: () => void fail(() => viewer.retry()),
    });
    offerPrint({ pdf, paper: byId("paper"), button: print, events: data.events });
    print.removeAttribute("aria-disabled");
  } catch {
    await fail(() => location.reload());
  } finally {
    pages.removeAttribute("aria-busy");
  }
}

/** Either the link has ended, and the server says so, or the way there is broken. */
async function fail(retry: () => void): Promise<void> {
  if (await hasEnded()) return;
  const run = () => {
    say();
    retry();
  };
  say("The document could not be loaded.", { label: "Try again", run });
}
