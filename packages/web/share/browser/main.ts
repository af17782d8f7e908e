import { byId } from "../../ui/browser/dom.ts";
import { startWorker } from "../../ui/browser/pdf/worker.ts";
import { showStatus } from "../../ui/browser/status.ts";
import { COMMON_TEXTS } from "../../ui/browser/texts.ts";
import { pageData } from "./page_data.ts";
import { reportViewedIfAhead } from "./share_link.ts";

// The worker's script is the largest, so it is loaded first.
const data = pageData(byId("document"));
const worker = startWorker(data.worker);
// The code that awaits it handles the failure.
worker.failure.catch(() => {});
reportViewedIfAhead(data.events);
try {
  const { showDocument } = await import("./show_document.ts");
  await showDocument(data, worker);
} catch {
  showStatus(COMMON_TEXTS.pageNotLoaded, {
    label: COMMON_TEXTS.tryAgain,
    run: () => location.reload(),
  });
}
