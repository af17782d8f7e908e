import { fetchCeremony } from "./calls.ts";
import { waitForCopy } from "./done.ts";
import { pageData } from "./page_data.ts";

const doneElement = document.getElementById("done");
const ceremony = document.getElementById("ceremony");
const gate = document.getElementById("gate");
if (doneElement !== null) {
  document.getElementById("done-title")?.focus({ preventScroll: true });
  await waitForCopy(
    doneElement,
    new URL(doneElement.dataset["ceremony"] ?? "", document.baseURI).href,
  );
} else if (gate !== null) {
  (await import("./gate.ts")).setUpGate(gate);
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
    worker.failure.catch(() => {});
    const [{ showCeremony }, signingCeremony] = await Promise.all([
      import("./show_ceremony.ts"),
      fetchCeremony(data.ceremony),
    ]);
    // The server's page shows why there is nothing to sign.
    if (signingCeremony?.state === "open") await showCeremony(data, signingCeremony, worker);
    else location.reload();
  } catch {
    fail();
  }
}
