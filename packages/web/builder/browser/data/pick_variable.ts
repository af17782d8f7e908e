import { h } from "../../../ui/browser/dom.ts";
import { TEXTS } from "../texts.ts";
import { Dialog } from "../widgets/dialog.ts";
import { icon } from "../widgets/icons.ts";
import type { Fillable } from "./data_panel.ts";

/** Opens a dialog to choose a variable or loop; returns its key. */
export async function pickVariable(
  title: string,
  fillables: ReadonlyArray<Fillable>,
): Promise<string | undefined> {
  const dialog = new Dialog(title, { kind: "is-picker" });
  const result: { key?: string } = {};
  const items = fillables.map(({ kind, definition }) => {
    const type = kind === "loop" ? "loop" : definition.dataType;
    const onclick = () => {
      result.key = definition.key;
      dialog.close();
    };
    const item = h(
      "button",
      { type: "button", class: "fillable", onclick },
      h("span", { class: "type", title: TEXTS.types[type] }, icon(type)),
      h(
        "span",
        { class: "names" },
        h("span", { class: "label" }, definition.label),
        h("span", { class: "key" }, definition.key),
      ),
    );
    return {
      item: h("li", {}, item),
      words: `${definition.label} ${definition.key}`.toLowerCase(),
    };
  });
  const search = h("input", {
    type: "search",
    "aria-label": TEXTS.side.search,
    placeholder: TEXTS.side.searchPlaceholder,
    "data-first": true,
    oninput: () => {
      for (const { item, words } of items) {
        item.hidden = !words.includes(search.value.trim().toLowerCase());
      }
    },
  });
  dialog.body.append(
    h("div", { class: "search" }, icon("search"), search),
    h("ul", { class: "data-list" }, ...items.map(({ item }) => item)),
  );
  dialog.actions.remove();
  await dialog.open().closed;
  return result.key;
}
