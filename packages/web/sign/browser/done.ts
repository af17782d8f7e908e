import { fetchCeremony } from "./calls.ts";

/** How long to wait between looks, in milliseconds: more each time, for some never finish. */
const [SOONEST, LATEST] = [1500, 60_000];

/** Waits on the page of somebody who is done until the sealed copy is there. */
export async function awaitCopy(page: HTMLElement, url: string): Promise<void> {
  for (let pause = SOONEST; page.dataset["state"] === "finished"; pause *= 1.4) {
    await later(Math.min(pause, LATEST));
    const state = await stateOf(url);
    if (state === "completed") page.dataset["state"] = state;
    else if (state !== "finished" && state !== undefined) location.reload();
  }
}

/** Where it stands now; nothing when nobody answers. */
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
