import { fetchCeremony } from "./calls.ts";
import type { Ceremony } from "./draft/form.ts";
import { personStatus } from "./person_status.ts";
import { TEXTS } from "./texts.ts";

/** Milliseconds between polls. They grow, because some recipients never finish. */
const [MIN_PAUSE, MAX_PAUSE] = [1500, 60_000];

/** Waits until the sealed copy is available, on the page of a recipient who has finished. */
export async function waitForCopy(page: HTMLElement, url: string): Promise<void> {
  for (let pause = MIN_PAUSE; page.dataset["state"] === "finished"; pause *= 1.4) {
    await later(Math.min(pause, MAX_PAUSE));
    const ceremony = await currentCeremony(url);
    if (ceremony === undefined) continue;
    const { state } = ceremony;
    showProgress(page, ceremony);
    if (state === "completed") page.dataset["state"] = state;
    else if (state !== "finished") location.reload();
  }
}

/** Shows who has finished since the page was loaded. */
function showProgress(page: HTMLElement, { recipients }: Ceremony): void {
  const items = page.querySelectorAll<HTMLElement>(".people li");
  recipients.forEach(({ designation, status }, index) => {
    const item = items[index];
    const label = item?.querySelector(".person-status");
    if (item === undefined || label === null || label === undefined) return;
    item.dataset["status"] = status;
    label.textContent = personStatus(TEXTS.statuses, designation, status);
  });
}

/** Returns the current ceremony; `undefined` without a response. */
async function currentCeremony(url: string): Promise<Ceremony | undefined> {
  try {
    return await fetchCeremony(url);
  } catch {
    return undefined;
  }
}

function later(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
