import { byId } from "../../ui/browser/dom.ts";
import { startWorker } from "../../ui/browser/pdf/worker.ts";
import { pageData } from "./page_data.ts";
import { reportViewedIfAhead } from "./share_link.ts";
import { showFailure } from "./show_failure.ts";

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
  showFailure(data);
}
