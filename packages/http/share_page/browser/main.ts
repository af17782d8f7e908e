import { byId, pageData } from "./page_data.ts";
import { startWorker } from "./worker.ts";

// The worker's script is the largest: it is on its way before anything else is.
const data = pageData(byId("document"));
const worker = startWorker(data.worker);
const { showDocument } = await import("./show_document.ts");
await showDocument(data, worker);
