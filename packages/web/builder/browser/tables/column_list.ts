import type { LoopDefinition } from "@paraph/core/manifests";

import { button, h, iconButton } from "../../../ui/browser/dom.ts";
import { columnsOf } from "../design/binding.ts";
import {
  columnSettings,
  type ColumnSettings,
  itemOfColumn,
  withColumnSettings,
} from "../design/column_settings.ts";
import type { DesignField } from "../design/design.ts";
import { carryOf, groupsOf, withGroups } from "../design/group_settings.ts";
import { columnsWithTotal, withColumns, withTotals } from "../design/table.ts";
import type { TemplateModel } from "../template/model.ts";
import { TEXTS } from "../texts.ts";
import { icon } from "../widgets/icons.ts";
import { columnDialog } from "./column_dialog.ts";
import { groupsDialog } from "./groups_dialog.ts";

const { selection: texts, table: tableTexts } = TEXTS;

/** Changes the selected table. */
export type ChangeTable = (
  change: (table: DesignField, loop: LoopDefinition) => DesignField,
) => void;

const FIGURES = new Set(["number", "currency"]);

/** A new column with an expression. */
const CALCULATED: ColumnSettings = {
  source: "{=  }",
  heading: "",
  alignment: "right",
  format: "",
  content: "text",
  height: 12,
  alt: "",
  isDecorative: false,
  total: "",
  isJoined: false,
  span: undefined,
};

/** The columns of a table: which are shown, in which order, with which settings, and its groups. */
export function columnList(
  field: DesignField,
  loop: LoopDefinition,
  model: TemplateModel,
  changeTable: ChangeTable,
): HTMLElement {
  const columns = columnsOf(field, loop);
  const others = loop.itemFields.map(({ key }) => key).filter((key) => !columns.includes(key));
  const editColumn = async (position: number) => {
    const settings = columnSettings(field, loop, position);
    const isLast = position === columns.length - 1;
    const changed = await columnDialog({ model, loop, settings, isLast });
    if (changed === undefined) return;
    changeTable((table) => withColumnSettings(table, loop, position, changed, texts.total));
  };
  const addCalculated = async () => {
    const changed = await columnDialog({ model, loop, settings: CALCULATED, isLast: true });
    if (changed === undefined) return;
    changeTable((table) => {
      const wider = withColumns(table, loop, [...columns, changed.source]);
      return withColumnSettings(wider, loop, columns.length, changed, texts.total);
    });
  };
  const editGroups = async () => {
    const grouping = { groups: groupsOf(field), carry: carryOf(field) };
    const changed = await groupsDialog(grouping, loop, model);
    if (changed !== undefined)
      changeTable((table) => withGroups(table, changed.groups, changed.carry));
  };
  const setColumns = (keys: ReadonlyArray<string>) =>
    changeTable((table) => withColumns(table, loop, keys));
  const setTotals = (keys: ReadonlyArray<string>) =>
    changeTable((table) => withTotals(table, keys, texts.total));
  const totalColumns = columnsWithTotal(field);
  const rows = [...columns, ...others].map((key) => {
    const item = itemOfColumn(loop, key);
    const offset = columns.indexOf(key);
    const label = item?.label ?? (columnSettings(field, loop, offset).heading || key);
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
    const box = checkbox(texts.show(label), isShown, toggle);
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
          checkbox(texts.sumOf(label), totalColumns.includes(key), toggleTotal),
          h("span", {}, texts.sum),
        ),
      isShown &&
        iconButton(tableTexts.settingsOf(label), icon("settings"), () => void editColumn(offset), {
          class: "is-quiet",
        }),
      isShown &&
        iconButton(texts.up(label), icon("up"), move(-1), {
          class: "is-quiet",
          disabled: offset === 0,
        }),
      isShown &&
        iconButton(texts.down(label), icon("down"), move(1), {
          class: "is-quiet",
          disabled: offset === columns.length - 1,
        }),
    );
  });
  return h(
    "div",
    { class: "columns" },
    h("h3", {}, texts.columns),
    h("ul", {}, ...rows),
    h(
      "div",
      { class: "selection-actions" },
      button(tableTexts.addCalculated, () => void addCalculated(), { class: "is-small" }),
      button(tableTexts.groups, () => void editGroups(), { class: "is-small" }),
    ),
  );
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
