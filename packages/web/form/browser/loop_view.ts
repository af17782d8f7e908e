import type { Row } from "./answers/answers.ts";
import type { FormField, Loop } from "./answers/fields.ts";
import type { FormState } from "./answers/form_state.ts";
import { movedRow, withoutRow, withRow } from "./answers/rows.ts";
import type { Control } from "./controls/control.ts";
import type { ControlOptions } from "./controls/control_parts.ts";
import { button, icon, ICONS, make } from "./icons.ts";
import { forgetNote, note } from "./notes.ts";
import { texts } from "./texts.ts";

/** How the controls of a form come about; rows ask for theirs as they come. */
export type MakeControl = (
  field: FormField,
  onAnswer: ControlOptions["onAnswer"],
  answer: () => Row["values"][string] | undefined,
) => Control;

/** The rows of a loop, which come, go and move. */
export interface LoopView {
  readonly loop: Loop;
  readonly element: HTMLElement;
  /** The controls of each row, in their order. */
  readonly rows: () => ReadonlyArray<ReadonlyArray<Control>>;
  /** Shows the rows that there are now, which are others than before. */
  readonly renew: () => void;
  readonly complain: (problem: string) => void;
}

interface RowView {
  readonly element: HTMLElement;
  readonly controls: ReadonlyArray<Control>;
  readonly number: (number: number, count: number) => void;
  readonly toolFor: (by: 1 | -1) => HTMLButtonElement;
}

/** Shows a loop of a form. */
export function loopView(loop: Loop, state: FormState, makeControl: MakeControl): LoopView {
  const views = new Map<number, RowView>();
  const list = make("ol", { class: "rows" });
  const problem = make("p", { class: "problem" });
  const ids = () => state.rows(loop.key).map(({ id }) => id);

  const add = button(texts.addRow(loop.label), () => {
    state.changeRows(loop.key, (rows) => withRow(rows, {}));
    sync();
    views.get(ids().at(-1) ?? -1)?.controls[0]?.focus();
  });
  add.prepend(icon(ICONS.add));

  const move = (id: number, by: 1 | -1) => {
    state.changeRows(loop.key, (rows) => movedRow(rows, id, by));
    sync();
    const tool = views.get(id)?.toolFor(by);
    // What has arrived at an end goes back only.
    const next = tool?.disabled === true ? views.get(id)?.toolFor(by === 1 ? -1 : 1) : tool;
    next?.focus();
    note(texts.rowMoved(ids().indexOf(id) + 1));
  };
  const remove = (id: number) => {
    const [at, row] = [ids().indexOf(id), state.rows(loop.key).find((row) => row.id === id)];
    state.changeRows(loop.key, (rows) => withoutRow(rows, id));
    sync();
    add.focus();
    const undo = () => {
      forgetNote();
      state.changeRows(loop.key, (rows) => withRow(rows, row?.values ?? {}, at));
      sync();
      views.get(ids()[at] ?? -1)?.controls[0]?.focus();
    };
    note(texts.rowRemoved(at + 1), { label: texts.undo, run: undo });
  };

  const rowView = (id: number): RowView => {
    const values = () => state.rows(loop.key).find((row) => row.id === id)?.values ?? {};
    const controls = loop.fields.map((field) =>
      makeControl(
        field,
        (answer) =>
          state.changeRows(loop.key, (rows) =>
            rows.map((row) =>
              row.id === id ? { id, values: { ...row.values, [field.key]: answer } } : row,
            ),
          ),
        () => values()[field.key],
      ),
    );
    const [up, down, out] = [
      tool(ICONS.up, () => move(id, -1)),
      tool(ICONS.down, () => move(id, 1)),
      tool(ICONS.remove, () => remove(id)),
    ];
    const title = make("h3");
    const tools = make("div", { class: "row-tools" }, up, down, out);
    const fields = make("div", { class: "fields" }, ...controls.map(({ element }) => element));
    const element = make("li", {}, make("div", { class: "row-head" }, title, tools), fields);
    const number = (number: number, count: number) => {
      title.textContent = texts.row(number);
      up.setAttribute("aria-label", texts.moveUp(number));
      down.setAttribute("aria-label", texts.moveDown(number));
      out.setAttribute("aria-label", texts.remove(number));
      [up.disabled, down.disabled] = [number === 1, number === count];
    };
    return { element, controls, number, toolFor: (by) => (by === 1 ? down : up) };
  };

  const sync = () => {
    const there = ids();
    for (const id of views.keys()) if (!there.includes(id)) views.delete(id);
    const shown = there.map((id) => {
      const view = views.get(id) ?? rowView(id);
      views.set(id, view);
      return view;
    });
    for (const [at, view] of shown.entries()) view.number(at + 1, shown.length);
    const elements = shown.map(({ element }) => element);
    const none = make("li", { class: "no-rows" }, texts.noRows);
    list.replaceChildren(...(elements.length === 0 ? [none] : elements));
  };
  sync();
  const element = make(
    "section",
    { class: "card", "aria-label": loop.label },
    make("h2", {}, loop.label),
    ...(loop.description === undefined ? [] : [make("p", { class: "hint" }, loop.description)]),
    problem,
    list,
    add,
  );
  return {
    loop,
    element,
    renew: () => {
      views.clear();
      sync();
    },
    rows: () => ids().map((id) => views.get(id)?.controls ?? []),
    complain: (text) => {
      problem.textContent = text;
    },
  };
}

function tool(path: string, onClick: () => void): HTMLButtonElement {
  const made = button("", onClick, { class: "tool" });
  made.append(icon(path));
  return made;
}
