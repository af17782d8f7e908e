import { type Answer, problemOf } from "./answers/answers.ts";
import { localText } from "./answers/decimal_text.ts";
import type { FormField, Section } from "./answers/fields.ts";
import type { FormState } from "./answers/form_state.ts";
import { type Control, controlOf } from "./controls/control.ts";
import { make } from "./icons.ts";
import { type LoopView, loopView, type MakeControl } from "./loop_view.ts";
import { problemText, texts } from "./texts.ts";

/** Something that is wrong, by the name of where it is wrong, and the way there. */
export interface ShownProblem {
  readonly name: string;
  readonly text: string;
  readonly go?: () => void;
}

/** The fields of a form under their headings, with what is wrong in place. */
export class FormView {
  readonly element: HTMLElement;
  readonly #state: FormState;
  readonly #fields: ReadonlyArray<Control>;
  readonly #loops: ReadonlyArray<LoopView>;
  /** What is wrong with nothing that is shown. */
  #others: ReadonlyArray<ShownProblem> = [];
  #onProblems: () => void = () => {};

  constructor(state: FormState, sections: ReadonlyArray<Section>) {
    this.#state = state;
    const made = sections.map(({ title, fields }) => {
      const controls = fields.map((field) =>
        this.#makeControl(
          field,
          (answer) => state.answer(field.key, answer),
          () => state.answers.values[field.key],
        ),
      );
      return { title, controls };
    });
    this.#fields = made.flatMap(({ controls }) => controls);
    this.#loops = state.asked.loops.map((loop) => loopView(loop, state, this.#makeControl));
    this.element = make(
      "div",
      { class: "sections" },
      ...made.map(({ title, controls }) =>
        sectionElement(title ?? texts.details, controls, sections.length > 1),
      ),
      ...this.#loops.map(({ element }) => element),
    );
  }

  /** Hears whenever something becomes wrong or right. */
  onProblems(listener: () => void): void {
    this.#onProblems = listener;
  }

  /** Shows the answers that there are now, with nothing wrong. */
  sync(): void {
    for (const control of this.#fields) {
      control.show(this.#state.answers.values[control.field.key]);
    }
    for (const view of this.#loops) view.renew();
    this.complain(new Map());
  }

  /** Says in place what is wrong, by path; what has no place stands with the others. */
  complain(problems: ReadonlyMap<string, string>): void {
    const rest = new Map(problems);
    const take = (path: string) => {
      const message = rest.get(path) ?? "";
      rest.delete(path);
      return message;
    };
    for (const { path, control } of this.#placed()) {
      control.complain(this.#inWords(take(path), control.field));
    }
    for (const { loop, complain } of this.#loops) complain(take(loop.key));
    this.#others = [...rest].map(([name, text]) => ({ name, text }));
    this.#onProblems();
  }

  /** Everything that is shown to be wrong, in the order of the form. */
  problems(): ReadonlyArray<ShownProblem> {
    const inPlace = this.#placed().flatMap(({ name, control }) =>
      control.problem() === ""
        ? []
        : [{ name, text: control.problem(), go: () => control.focus() }],
    );
    return [...this.#others, ...inPlace];
  }

  /** Every control with its path in the data and its name among others. */
  #placed() {
    const fields = this.#fields.map((control) => {
      const { key, label } = control.field;
      return { path: key, name: label, control };
    });
    const inRows = this.#loops.flatMap(({ loop, rows }) =>
      rows().flatMap((controls, at) =>
        controls.map((control) => {
          const { key, label } = control.field;
          const name = texts.rowField(loop.label, at + 1, label);
          return { path: `${loop.key}.${at}.${key}`, name, control };
        }),
      ),
    );
    return [...fields, ...inRows];
  }

  readonly #makeControl: MakeControl = (field, onAnswer, answerNow) => {
    const { separators } = this.#state.asked;
    /** Once something is wrong it is looked at with every letter; before that nobody is hurried. */
    const look = (answer: Answer | undefined, isLeft: boolean) => {
      const isBlank = answer === undefined || answer === "";
      if (control.problem() === "" && (!isLeft || isBlank)) return;
      const problem = problemOf(field, answer, separators) ?? "";
      control.complain(this.#inWords(problem, field));
      this.#onProblems();
    };
    const control = controlOf(field, {
      separators,
      onAnswer: (answer) => {
        onAnswer(answer);
        look(answer, false);
      },
      onLeave: () => look(answerNow(), true),
      onProblem: (problem) => {
        control.complain(problem);
        this.#onProblems();
      },
    });
    control.show(answerNow());
    return control;
  };

  #inWords(message: string, { dataType }: FormField): string {
    const example = localText("1234.50", this.#state.asked.separators);
    return message === "" ? "" : problemText(message, dataType, example);
  }
}

function sectionElement(
  title: string,
  controls: ReadonlyArray<Control>,
  hasHeading: boolean,
): HTMLElement {
  return make(
    "section",
    { class: "card", "aria-label": title },
    ...(hasHeading ? [make("h2", {}, title)] : []),
    make("div", { class: "fields" }, ...controls.map(({ element }) => element)),
  );
}
