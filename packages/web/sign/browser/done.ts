import { fetchCeremony } from "./calls.ts";

/** Milliseconds between polls. They grow, because some recipients never finish. */
const [MIN_PAUSE, MAX_PAUSE] = [1500, 60_000];

/** Waits until the sealed copy is available, on the page of a recipient who has finished. */
export async function waitForCopy(page: HTMLElement, url: string): Promise<void> {
  for (let pause = MIN_PAUSE; page.dataset["state"] === "finished"; pause *= 1.4) {
    await later(Math.min(pause, MAX_PAUSE));
    const state = await stateOf(url);
    if (state === "completed") page.dataset["state"] = state;
    else if (state !== "finished" && state !== undefined) location.reload();
  }
}

/** Returns the current state; `undefined` without a response. */
async function stateOf(url: string): Promise<string | undefined> {
  try {
    return (await fetchCeremony(url))?.state;
  } catch {
    return undefined;
  }
}

function later(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
