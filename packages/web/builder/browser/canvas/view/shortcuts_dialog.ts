import { button, h } from "../../../../ui/browser/dom.ts";
import { TEXTS } from "../../texts.ts";
import { Dialog } from "../../widgets/dialog.ts";

/** Shows all keyboard shortcuts. */
export async function shortcutsDialog(): Promise<void> {
  const { shortcuts, keys, mac, close } = TEXTS.work;
  const dialog = new Dialog(shortcuts, { kind: "is-form is-wide" });
  dialog.body.append(
    h(
      "dl",
      { class: "shortcuts" },
      ...keys.map(([name, effect]) =>
        h("div", {}, h("dt", {}, h("kbd", {}, name)), h("dd", {}, effect)),
      ),
    ),
    h("p", { class: "hint" }, mac),
  );
  // Keyboards scroll what has the focus.
  dialog.body.tabIndex = 0;
  dialog.body.setAttribute("role", "group");
  dialog.body.setAttribute("aria-label", shortcuts);
  dialog.actions.append(button(close, () => dialog.close()));
  await dialog.open().closed;
}
