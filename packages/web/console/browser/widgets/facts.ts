import { h } from "../../../ui/browser/dom.ts";

/** A list of labels with their values. */
export function facts(entries: ReadonlyArray<readonly [string, Node | string]>): HTMLElement {
  return h(
    "dl",
    { class: "card facts-list" },
    ...entries.map(([label, value]) =>
      h("div", {}, h("dt", {}, label), h("dd", { dir: "auto" }, value)),
    ),
  );
}
