import { fetchCeremony } from "./calls.ts";
import { waitForCopy } from "./done.ts";
import { pageData } from "./page_data.ts";

const done = document.getElementById("done");
const ceremony = document.getElementById("ceremony");
if (done !== null) {
  document.getElementById("done-title")?.focus({ preventScroll: true });
  await waitForCopy(done, new URL(done.dataset["ceremony"] ?? "", document.baseURI).href);
} else if (ceremony !== null) {
  await sign(ceremony);
}

async function sign(main: HTMLElement): Promise<void> {
  const data = pageData(main);
  const [{ startWorker }, { showStatus }, { COMMON_TEXTS }] = await Promise.all([
    import("../../ui/browser/pdf/worker.ts"),
    import("../../ui/browser/status.ts"),
    import("../../ui/browser/texts.ts"),
  ]);
  const fail = () =>
    showStatus(COMMON_TEXTS.pageNotLoaded, {
      label: COMMON_TEXTS.tryAgain,
      run: () => location.reload(),
    });
  try {
    const worker = startWorker(data.worker);
    // The code that awaits it handles the failure.
    worker.failed.catch(() => {});
    const [{ showCeremony }, shown] = await Promise.all([
      import("./show_ceremony.ts"),
      fetchCeremony(data.ceremony),
    ]);
    // The server's page shows why there is nothing to sign.
    if (shown?.state === "open") await showCeremony(data, shown, worker);
    else location.reload();
  } catch {
    fail();
  }
}
