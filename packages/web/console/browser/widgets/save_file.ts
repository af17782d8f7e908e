import { button, h } from "../../../ui/browser/dom.ts";
import { showStatus } from "../../../ui/browser/status.ts";
import { type Api, CallError } from "../api.ts";
import { TEXTS } from "../texts.ts";

/** A button that downloads a file of the API. */
export function downloadButton(
  api: Api,
  label: string,
  path: string,
  filename: string,
): HTMLButtonElement {
  const save = async () => {
    try {
      const url = URL.createObjectURL(await api.file(path));
      h("a", { href: url, download: filename }).click();
      // The download has started by then.
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    } catch (error) {
      showStatus(error instanceof CallError ? error.message : TEXTS.failed);
    }
  };
  return button(label, () => void save(), { class: "is-small" });
}
