import { TEXTS } from "./texts.ts";

/** How long a button confirms that it has copied, in milliseconds. */
const CONFIRMATION = 2000;

for (const snippet of document.querySelectorAll(".snippet")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "is-small";
  button.textContent = TEXTS.copy;
  button.addEventListener("click", () => void copy(snippet, button));
  snippet.append(button);
}

async function copy(snippet: Element, button: HTMLButtonElement): Promise<void> {
  await navigator.clipboard.writeText(snippet.querySelector("pre")?.textContent ?? "");
  button.textContent = TEXTS.copied;
  setTimeout(() => {
    button.textContent = TEXTS.copy;
  }, CONFIRMATION);
}

// Not every browser opens details for a link to their content.
function openTarget(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const details = target?.closest("details");
  if (details === null || details === undefined || details.open) return;
  details.open = true;
  details.scrollIntoView();
}

addEventListener("hashchange", openTarget);
openTarget();
