import { showStatus } from "../../../ui/browser/status.ts";
import { TEXTS } from "../texts.ts";

/** Copies a text. Browsers that refuse it leave the text for the user to select. */
export function copyText(text: string): void {
  navigator.clipboard.writeText(text).then(
    () => showStatus(TEXTS.copied),
    () => {},
  );
}
