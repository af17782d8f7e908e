import { byId } from "./by_id.ts";

/** What can be done about what is said. */
export interface Remedy {
  readonly label: string;
  readonly run: () => void;
}

let remedied: (() => void) | undefined;
byId("status-action").addEventListener("click", () => remedied?.());

/** Says one sentence at the foot of the window, to ears too; without one, falls silent. */
export function say(sentence = "", remedy?: Remedy): void {
  const [bar, text, button] = [byId("status"), byId("status-text"), byId("status-action")];
  if (text.textContent !== sentence) text.textContent = sentence;
  bar.classList.toggle("is-silent", sentence === "");
  if (button.textContent !== (remedy?.label ?? "")) button.textContent = remedy?.label ?? "";
  button.hidden = remedy === undefined;
  remedied = remedy?.run;
}
