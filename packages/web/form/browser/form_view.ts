import { h } from "../../ui/browser/dom.ts";
import { format } from "../../ui/browser/texts.ts";
import { type Control, createControl } from "./controls/control.ts";
import { createLoopView, type LoopView, type CreateControl } from "./loop_view.ts";
import { loopProblemText, problemText, texts } from "./texts.ts";
import { formatDecimal } from "./values/decimal_text.ts";
import type { FormField } from "./values/fields.ts";
import type { FormState } from "./values/form_state.ts";
import { type ControlValue, type Rows, validateField } from "./values/form_values.ts";
import type { Step } from "./values/steps.ts";

/** A problem in the list above the form; `go` focuses its control. */
export interface ShownProblem {
  readonly name: string;
  readonly text: string;
  readonly go?: () => void;
}

/** The fields of a form in sections, each with its problem. */
export class FormView {
  readonly element: HTMLElement;
  /** The elements of the steps, in order. */
  readonly steps: ReadonlyArray<HTMLElement>;
  readonly #state: FormState;
  readonly #fields: ReadonlyArray<Control>;
  readonly #loops: ReadonlyArray<LoopView>;
  /** Problems of paths that the form does not show. */
  #others: ReadonlyArray<ShownProblem> = [];
  #onProblems: () => void = () => {};
  #onReveal: (element: HTMLElement) => void = () => {};

  constructor(state: FormState, steps: ReadonlyArray<Step>) {
    this.#state = state;
    const sectionCount = steps.reduce((sum, { sections }) => sum + sections.length, 0);
    const parts = steps.map(({ sections, loops }) => ({
      sections: sections.map(({ title, fields }) => {
        const controls = fields.map((field) =>
          this.#createControl(
            field,
            (controlValue) => state.setValue(field.key, controlValue),
            () => state.formValues.values[field.key],
          ),
        );
        const element = sectionElement(title ?? texts.details, controls, sectionCount > 1);
        return { element, controls };
      }),
      loops: loops.map((loop) => {
        const store = {
          rows: () => state.rows(loop.key),
          change: (change: (rows: Rows) => Rows) => state.changeRows(loop.key, change),
        };
        return createLoopView(loop, store, this.#createControl);
      }),
    }));
    this.#fields = parts.flatMap(({ sections }) => sections.flatMap(({ controls }) => controls));
    this.#loops = parts.flatMap(({ loops }) => loops);
    this.steps = parts.map(({ sections, loops }) =>
      h("div", { class: "sections" }, ...[...sections, ...loops].map(({ element }) => element)),
    );
    this.element = h("div", {}, ...this.steps);
  }

  /** Sets the listener that makes an element visible before it is focused. */
  onReveal(listener: (element: HTMLElement) => void): void {
    this.#onReveal = listener;
  }

  /** Sets the listener for changes of problems. */
  onProblems(listener: () => void): void {
    this.#onProblems = listener;
  }

  /** Shows the current values, without problems. */
  reset(): void {
    for (const control of this.#fields) {
      control.show(this.#state.formValues.values[control.field.key]);
    }
    for (const view of this.#loops) view.reset();
    this.setProblems(new Map());
  }

  /** Shows problems by path in the data. */
  setProblems(problems: ReadonlyMap<string, string>): void {
    const rest = new Map(problems);
    const take = (path: string) => {
      const message = rest.get(path) ?? "";
      rest.delete(path);
      return message;
    };
    for (const { path, control } of this.#controls()) {
      control.setProblem(this.#translate(take(path), control.field));
    }
    setLoopProblems(this.#loops, "", take);
    this.#others = [...rest].map(([name, text]) => ({ name, text }));
    this.#onProblems();
  }

  /** Returns the shown problems in the order of the form. */
  problems(): ReadonlyArray<ShownProblem> {
    const inPlace = this.#controls().flatMap(({ name, control }) =>
      control.problem() === ""
        ? []
        : [{ name, text: control.problem(), go: () => this.#go(control) }],
    );
    return [...this.#others, ...inPlace];
  }

  #go(control: Control): void {
    this.#onReveal(control.element);
    control.focus();
  }

  /** Returns all controls with their paths in the data and their names in the list of problems. */
  #controls() {
    const fields = this.#fields.map((control) => {
      const { key, label } = control.field;
      return { path: key, name: label, control };
    });
    const inRows = controlsOf(this.#loops, { path: "", name: "" });
    return [...fields, ...inRows];
  }

  readonly #createControl: CreateControl = (field, onValue, currentValue) => {
    const { separators } = this.#state.definition;
    /** Validates while typing only if the control has a problem already; otherwise on leaving it. */
    const validate = (controlValue: ControlValue | undefined, isLeft: boolean) => {
      const isBlank = controlValue === undefined || controlValue === "";
      if (control.problem() === "" && (!isLeft || isBlank)) return;
      const problem = validateField(field, controlValue, separators) ?? "";
      control.setProblem(this.#translate(problem, field));
      this.#onProblems();
    };
    const control = createControl(field, {
      separators,
      onValue: (controlValue) => {
        onValue(controlValue);
        validate(controlValue, false);
      },
      onLeave: () => validate(currentValue(), true),
      onProblem: (problem) => {
        control.setProblem(problem);
        this.#onProblems();
      },
    });
    control.show(currentValue());
    return control;
  };

  #translate(message: string, { dataType }: FormField): string {
    const example = formatDecimal("1234.50", this.#state.definition.separators);
    return message === "" ? "" : problemText(message, dataType, example);
  }
}

/** A control with its path in the data and its name in the list of problems. */
interface PlacedControl {
  readonly path: string;
  readonly name: string;
  readonly control: Control;
}

function controlsOf(
  loops: ReadonlyArray<LoopView>,
  prefix: { readonly path: string; readonly name: string },
): ReadonlyArray<PlacedControl> {
  return loops.flatMap(({ loop, rows }) =>
    rows().flatMap(({ controls, loops: nested }, index) => {
      const path = `${prefix.path}${loop.key}.${index}.`;
      const name = (label: string) =>
        prefix.name + format(texts.rowField, { loop: loop.label, row: index + 1, label });
      return [
        ...controls.map((control) => ({
          path: path + control.field.key,
          name: name(control.field.label),
          control,
        })),
        ...controlsOf(nested, { path, name: name("") }),
      ];
    }),
  );
}

/** @param take Returns the problem of a path. */
function setLoopProblems(
  loops: ReadonlyArray<LoopView>,
  prefix: string,
  take: (path: string) => string,
): void {
  for (const { loop, rows, setProblem } of loops) {
    setProblem(loopProblemText(take(prefix + loop.key)));
    rows().forEach(({ loops: nested }, index) =>
      setLoopProblems(nested, `${prefix}${loop.key}.${index}.`, take),
    );
  }
}

function sectionElement(
  title: string,
  controls: ReadonlyArray<Control>,
  hasHeading: boolean,
): HTMLElement {
  return h(
    "section",
    { class: "card", "aria-label": title },
    ...(hasHeading ? [h("h2", {}, title)] : []),
    h("div", { class: "fields" }, ...controls.map(({ element }) => element)),
  );
}
