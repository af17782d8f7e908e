import { fetchCeremony } from "./calls.ts";
import { waitForCopy } from "./done.ts";
import { pageData } from "./page_data.ts";

const doneElement = document.getElementById("done");
const ceremony = document.getElementById("ceremony");
const over = document.getElementById("over");
const inPerson = document.getElementById("in-person");
const handOn = document.getElementById("hand-on");
const gate = document.getElementById("gate");
if (doneElement !== null) {
  document.getElementById("done-title")?.focus({ preventScroll: true });
  await waitForCopy(
    doneElement,
    new URL(doneElement.dataset["ceremony"] ?? "", document.baseURI).href,
  );
} else if (over !== null) {
  await reportError(over, "link_over", over.textContent.trim());
} else if (inPerson !== null) {
  (await import("./in_person.ts")).setUpInPerson(inPerson);
} else if (handOn !== null) {
  (await import("./hand_on.ts")).setUpHandOn(handOn);
} else if (gate !== null) {
  (await import("./gate.ts")).setUpGate(gate);
} else if (ceremony !== null) {
  await sign(ceremony);
}

/** Informs the page that frames this one about an error. */
async function reportError(main: HTMLElement, code: string, message: string): Promise<void> {
  const { postToParent } = await parentOf(main);
  postToParent({ type: "paraph:error", code, message });
}

/** The messages to the page that frames this one, if it has an allowed origin. */
async function parentOf(main: HTMLElement) {
  const parent = await import("../../ui/browser/session/parent.ts");
  parent.allowOrigins((main.dataset["origins"] ?? "").split(" ").filter(Boolean));
  return parent;
}

async function sign(main: HTMLElement): Promise<void> {
  const data = pageData(main);
  await parentOf(main);
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
    await reportError(main, "page_not_loaded", COMMON_TEXTS.pageNotLoaded);
  }
}
