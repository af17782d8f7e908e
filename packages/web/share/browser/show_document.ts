import { byId } from "../../ui/browser/dom.ts";
import { openDocument } from "../../ui/browser/pdf/open_document.ts";
import { Viewer } from "../../ui/browser/pdf/viewer.ts";
import type { PdfWorker } from "../../ui/browser/pdf/worker.ts";
import { COMMON_TEXTS, format } from "../../ui/browser/texts.ts";
import { offerContents } from "./contents.ts";
import { offerFind } from "./find/find_bar.ts";
import type { PageData } from "./page_data.ts";
import { offerPrint } from "./printing.ts";
import { hasEnded } from "./share_link.ts";
import { showFailure } from "./show_failure.ts";
import { followBarHeight } from "./tools/bar_height.ts";
import { Thumbnails } from "./tools/thumbnails.ts";
import { offerZoom } from "./tools/zoom.ts";

/** Loads and shows the document, and enables printing. */
export async function showDocument(data: PageData, worker: PdfWorker): Promise<void> {
  const [pages, position, print] = [byId("pages"), byId("position"), byId("print")];
  try {
    const pdf = await openDocument(data, worker);
    const { numPages } = pdf;
    position.textContent = format(COMMON_TEXTS.pages, { count: numPages });
    let thumbnails: Thumbnails | undefined;
    const onPage = (number: number) => {
      const text = format(COMMON_TEXTS.pageOf, { page: number, count: numPages });
      if (position.textContent === text) return;
      position.textContent = text;
      thumbnails?.setCurrent(number);
    };
    const viewer = await Viewer.show(pdf, pages, { onPage, onFailure: () => void fail(data) });
    followBarHeight();
    thumbnails = new Thumbnails(pdf, viewer);
    offerFind(viewer, numPages);
    offerZoom(viewer);
    await offerContents(pdf, viewer, position);
    offerPrint({ pdf, paper: byId("paper"), button: print, events: data.events });
    print.removeAttribute("aria-disabled");
  } catch {
    await fail(data);
  } finally {
    pages.removeAttribute("aria-busy");
  }
}

/** Either the link no longer works, or the connection has failed. */
async function fail(data: PageData): Promise<void> {
  if (!(await hasEnded())) showFailure(data);
}
