import { h, svgIcon } from "../../ui/browser/dom.ts";
import { format } from "../../ui/browser/texts.ts";
import { ICONS } from "./icons.ts";
import { texts } from "./texts.ts";
import { isInStep, type Step } from "./values/steps.ts";

/** The states of a step that its link shows. */
type StepState = "open" | "complete" | "wrong";

/** Options of the steps. */
export interface StepOptions {
  readonly steps: ReadonlyArray<Step>;
  /** The elements of the steps, in order. */
  readonly elements: ReadonlyArray<HTMLElement>;
  /** All problems of the current values by path in the data. */
  readonly validate: () => ReadonlyMap<string, string>;
  readonly onProblems: (problems: ReadonlyMap<string, string>) => void;
  /** Called when another step is shown. */
  readonly onStep: () => void;
}

/** The steps of a long form: one is visible at a time. A form of one step has no navigation. */
export class StepView {
  readonly element: HTMLElement;
  readonly #options: StepOptions;
  readonly #position = h("p", { class: "step-position", tabindex: "-1" });
  readonly #links: ReadonlyArray<HTMLButtonElement>;
  /** Steps that the user has left. */
  readonly #left = new Set<number>();
  #current = 0;

  constructor(stepOptions: StepOptions) {
    this.#options = stepOptions;
    const { steps } = stepOptions;
    this.#links = steps.map((_, index) =>
      h("button", { type: "button", class: "step-link", onclick: () => this.#move(index) }),
    );
    this.element = h(
      "nav",
      { class: "steps", "aria-label": texts.steps.title, hidden: this.isOnly },
      this.#position,
      h("ol", {}, ...this.#links.map((link) => h("li", {}, link))),
    );
    this.#show(0);
  }

  /** Whether the form has one step. */
  get isOnly(): boolean {
    return this.#options.steps.length === 1;
  }

  get isFirst(): boolean {
    return this.#current === 0;
  }

  get isLast(): boolean {
    return this.#current === this.#options.steps.length - 1;
  }

  /** Shows the next step, or the problems of this one. */
  next(): void {
    const { onProblems } = this.#options;
    const problems = this.#problemsOf(this.#current);
    onProblems(problems);
    if (problems.size === 0) this.#move(this.#current + 1);
    else this.refresh();
  }

  back(): void {
    this.#move(this.#current - 1);
  }

  /** Shows the first step, as if the form was opened now. */
  restart(): void {
    this.#goTo(0);
    this.#left.clear();
    this.refresh();
  }

  /** Shows the first step that has problems, or the last one. */
  resume(): void {
    const { steps } = this.#options;
    const index = steps.findIndex((_, position) => this.#problemsOf(position).size > 0);
    const target = index === -1 ? steps.length - 1 : index;
    for (let step = 0; step < target; step += 1) this.#left.add(step);
    this.#goTo(target);
  }

  /** Shows the step that an element is in. */
  reveal(element: HTMLElement): void {
    const index = this.#options.elements.findIndex((each) => each.contains(element));
    if (index !== -1 && index !== this.#current) this.#goTo(index);
  }

  /** Shows the states of the steps for the current values. */
  refresh(): void {
    const { steps } = this.#options;
    const problems = this.isOnly ? new Map<string, string>() : this.#options.validate();
    for (const [index, link] of this.#links.entries()) {
      const step = steps[index];
      if (step === undefined) continue;
      const hasProblems = [...problems.keys()].some((path) => isInStep(step, path));
      const state = hasProblems ? "wrong" : "complete";
      showLink(link, step, index, this.#left.has(index) ? state : "open");
      if (index === this.#current) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
    }
  }

  #problemsOf(index: number): ReadonlyMap<string, string> {
    const step = this.#options.steps[index];
    const problems = [...this.#options.validate()];
    return new Map(problems.filter(([path]) => step !== undefined && isInStep(step, path)));
  }

  /** Shows a step and moves the focus to its position, which screen readers read. */
  #move(index: number): void {
    this.#goTo(index);
    this.#position.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }

  #goTo(index: number): void {
    if (index !== this.#current) this.#left.add(this.#current);
    this.#show(index);
    this.#options.onStep();
  }

  #show(index: number): void {
    const { steps, elements } = this.#options;
    this.#current = index;
    for (const [position, element] of elements.entries()) element.hidden = position !== index;
    this.#position.replaceChildren(
      format(texts.steps.position, { step: index + 1, count: steps.length }),
      h("span", { class: "for-readers" }, ` ${steps[index]?.title ?? ""}`),
    );
    this.refresh();
    this.#links[index]?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

function showLink(link: HTMLButtonElement, { title }: Step, index: number, state: StepState): void {
  link.className = `step-link is-${state}`;
  const mark = state === "complete" ? svgIcon(ICONS.check) : String(index + 1);
  const note = state === "open" ? undefined : texts.steps[state];
  link.replaceChildren(
    h("span", { class: "step-mark", "aria-hidden": "true" }, mark),
    h("span", { class: "step-title", dir: "auto" }, title),
    ...(note === undefined ? [] : [h("span", { class: "for-readers" }, ` (${note})`)]),
  );
}
