import { button, h, svgIcon } from "../../ui/browser/dom.ts";
import { clearNote, showNote } from "../../ui/browser/status.ts";
import { format } from "../../ui/browser/texts.ts";
import type { Control } from "./controls/control.ts";
import type { ControlOptions } from "./controls/control_parts.ts";
import { ICONS } from "./icons.ts";
import { texts } from "./texts.ts";
import type { FormField, Loop } from "./values/fields.ts";
import {
  EMPTY_ROW,
  insertRow,
  moveRow,
  removeRow,
  type Row,
  type Rows,
} from "./values/form_values.ts";

/** Creates a control of the form. */
export type CreateControl = (
  field: FormField,
  onValue: ControlOptions["onValue"],
  controlValue: () => Row["values"][string] | undefined,
) => Control;

/** The rows of a loop, in the form or in a row of another loop. */
export interface RowStore {
  readonly rows: () => Rows;
  readonly change: (change: (rows: Rows) => Rows) => void;
}

/** The controls of a row, and the loops in it. */
interface ShownRow {
  readonly controls: ReadonlyArray<Control>;
  readonly loops: ReadonlyArray<LoopView>;
}

/** The rows of a loop, which the user adds, moves and removes. */
export interface LoopView {
  readonly loop: Loop;
  readonly element: HTMLElement;
  readonly rows: () => ReadonlyArray<ShownRow>;
  /** Shows the current rows, without problems. */
  readonly reset: () => void;
  readonly setProblem: (problem: string) => void;
}

interface RowView extends ShownRow {
  readonly element: HTMLElement;
  readonly setNumber: (number: number, count: number) => void;
  readonly moveButton: (by: 1 | -1) => HTMLButtonElement;
}

/**
 * Creates the view of a loop.
 *
 * @param isNested Whether it is in a row of another loop.
 */
export function createLoopView(
  loop: Loop,
  store: RowStore,
  createControl: CreateControl,
  isNested = false,
): LoopView {
  const views = new Map<number, RowView>();
  const list = h("ol", { class: "rows" });
  const problem = h("p", { class: "problem" });
  const ids = () => store.rows().map(({ id }) => id);

  const add = button(format(texts.addRow, { loop: loop.label }), () => {
    store.change((rows) => insertRow(rows, EMPTY_ROW));
    sync();
    views.get(ids().at(-1) ?? -1)?.controls[0]?.focus();
  });
  add.prepend(svgIcon(ICONS.add));

  const move = (id: number, by: 1 | -1) => {
    store.change((rows) => moveRow(rows, id, by));
    sync();
    const tool = views.get(id)?.moveButton(by);
    // At either end only the button back is enabled.
    const next = tool?.disabled === true ? views.get(id)?.moveButton(by === 1 ? -1 : 1) : tool;
    next?.focus();
    showNote(format(texts.rowMoved, { row: ids().indexOf(id) + 1 }));
  };
  const remove = (id: number) => {
    const [index, row] = [ids().indexOf(id), store.rows().find((row) => row.id === id)];
    store.change((rows) => removeRow(rows, id));
    sync();
    add.focus();
    const undo = () => {
      clearNote();
      store.change((rows) => insertRow(rows, row ?? EMPTY_ROW, index));
      sync();
      views.get(ids()[index] ?? -1)?.controls[0]?.focus();
    };
    showNote(format(texts.rowRemoved, { row: index + 1 }), { label: texts.undo, run: undo });
  };

  const rowView = (id: number): RowView => {
    const row = () => store.rows().find((each) => each.id === id) ?? EMPTY_ROW;
    const changeRow = (change: (row: Row) => Row) =>
      store.change((rows) => rows.map((each) => (each.id === id ? change(each) : each)));
    const controls = loop.fields.map((field) =>
      createControl(
        field,
        (controlValue) =>
          changeRow((each) => ({ ...each, values: { ...each.values, [field.key]: controlValue } })),
        () => row().values[field.key],
      ),
    );
    const loops = loop.loops.map((nested) => {
      const rows = () => row().loops?.[nested.key] ?? [];
      const change: RowStore["change"] = (changeRows) =>
        changeRow((each) => ({
          ...each,
          loops: { ...each.loops, [nested.key]: changeRows(each.loops?.[nested.key] ?? []) },
        }));
      return createLoopView(nested, { rows, change }, createControl, true);
    });
    const [up, down, out] = [
      iconTool(ICONS.up, () => move(id, -1)),
      iconTool(ICONS.down, () => move(id, 1)),
      iconTool(ICONS.remove, () => remove(id)),
    ];
    const title = h("h3");
    const tools = h("div", { class: "row-tools" }, up, down, out);
    const fields = h("div", { class: "fields" }, ...controls.map(({ element }) => element));
    const element = h(
      "li",
      {},
      h("div", { class: "row-head" }, title, tools),
      fields,
      ...loops.map((nested) => nested.element),
    );
    const setNumber = (number: number, count: number) => {
      title.textContent = format(texts.row, { row: number });
      up.setAttribute("aria-label", format(texts.moveUp, { row: number }));
      down.setAttribute("aria-label", format(texts.moveDown, { row: number }));
      out.setAttribute("aria-label", format(texts.remove, { row: number }));
      [up.disabled, down.disabled] = [number === 1, number === count];
    };
    return { element, controls, loops, setNumber, moveButton: (by) => (by === 1 ? down : up) };
  };

  const sync = () => {
    const current = ids();
    for (const id of views.keys()) if (!current.includes(id)) views.delete(id);
    const rowViews = current.map((id) => {
      const view = views.get(id) ?? rowView(id);
      views.set(id, view);
      return view;
    });
    for (const [index, view] of rowViews.entries()) view.setNumber(index + 1, rowViews.length);
    const elements = rowViews.map(({ element }) => element);
    const none = h("li", { class: "no-rows" }, texts.noRows);
    list.replaceChildren(...(elements.length === 0 ? [none] : elements));
  };
  sync();
  const element = h(
    "section",
    { class: isNested ? "nested" : "card", "aria-label": loop.label },
    h(isNested ? "h4" : "h2", {}, loop.label),
    ...(loop.description === undefined ? [] : [h("p", { class: "hint" }, loop.description)]),
    problem,
    list,
    add,
  );
  return {
    loop,
    element,
    reset: () => {
      views.clear();
      sync();
    },
    rows: () => ids().map((id) => views.get(id) ?? { controls: [], loops: [] }),
    setProblem: (text) => {
      problem.textContent = text;
    },
  };
}

function iconTool(path: string, onClick: () => void): HTMLButtonElement {
  const toolButton = button("", onClick, { class: "tool" });
  toolButton.append(svgIcon(path));
  return toolButton;
}
