import type { LoopDefinition } from "@paraph/core/manifests";

import { h, iconButton } from "../../../ui/browser/dom.ts";
import type { DesignField } from "../design/design.ts";
import { columnsWithTotal } from "../design/table.ts";
import { TEXTS } from "../texts.ts";
import { icon } from "../widgets/icons.ts";

/** The actions of a column list. */
interface ColumnActions {
  readonly setColumns: (columns: ReadonlyArray<string>) => void;
  readonly setTotals: (columns: ReadonlyArray<string>) => void;
}

const FIGURES = new Set(["number", "currency"]);

/** The columns of a table: which are shown, in which order, and which have a total. */
export function columnList(
  field: DesignField,
  loop: LoopDefinition,
  columns: ReadonlyArray<string>,
  { setColumns, setTotals }: ColumnActions,
): HTMLElement {
  const totalColumns = columnsWithTotal(field);
  const others = loop.itemFields.map(({ key }) => key).filter((key) => !columns.includes(key));
  const rows = [...columns, ...others].map((key) => {
    const item = loop.itemFields.find((each) => each.key === key);
    const label = item?.label ?? key;
    const offset = columns.indexOf(key);
    const isShown = offset !== -1;
    const toggle = () =>
      setColumns(isShown ? columns.filter((each) => each !== key) : [...columns, key]);
    const move = (step: number) => () => setColumns(swap(columns, offset, offset + step));
    const toggleTotal = () =>
      setTotals(
        totalColumns.includes(key)
          ? totalColumns.filter((each) => each !== key)
          : [...totalColumns, key],
      );
    const box = checkbox(TEXTS.selection.show(label), isShown, toggle);
    box.disabled = isShown && columns.length === 1;
    return h(
      "li",
      {},
      h("label", { class: "tick" }, box, h("span", {}, label)),
      isShown &&
        FIGURES.has(item?.dataType ?? "") &&
        h(
          "label",
          { class: "tick is-sum" },
          checkbox(TEXTS.selection.sumOf(label), totalColumns.includes(key), toggleTotal),
          h("span", {}, TEXTS.selection.sum),
        ),
      isShown &&
        iconButton(TEXTS.selection.up(label), icon("up"), move(-1), {
          class: "is-quiet",
          disabled: offset === 0,
        }),
      isShown &&
        iconButton(TEXTS.selection.down(label), icon("down"), move(1), {
          class: "is-quiet",
          disabled: offset === columns.length - 1,
        }),
    );
  });
  return h("div", { class: "columns" }, h("h3", {}, TEXTS.selection.columns), h("ul", {}, ...rows));
}

function checkbox(label: string, isChecked: boolean, onchange: () => void): HTMLInputElement {
  const box = h("input", { type: "checkbox", "aria-label": label, onchange });
  box.checked = isChecked;
  return box;
}

function swap<Item>(items: ReadonlyArray<Item>, one: number, other: number): ReadonlyArray<Item> {
  return items.map((item, index) => {
    if (index === one) return items[other] ?? item;
    return index === other ? (items[one] ?? item) : item;
  });
}
