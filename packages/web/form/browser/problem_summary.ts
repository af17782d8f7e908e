import { h } from "../../ui/browser/dom.ts";
import { format } from "../../ui/browser/texts.ts";
import type { FormView, ShownProblem } from "./form_view.ts";
import { texts } from "./texts.ts";

/** The list of problems above the form, with a link to each. It is hidden while there are none. */
export class ProblemSummary {
  readonly element = h("section", { class: "summary", tabindex: "-1", hidden: true });
  readonly #title = h("h2", { id: "summary-title" });
  readonly #list = h("ul");
  readonly #view: FormView;
  #problems: ReadonlyArray<ShownProblem> = [];
  #shown = "";
  #isOpen = false;

  constructor(view: FormView) {
    this.#view = view;
    this.element.setAttribute("aria-labelledby", this.#title.id);
    this.element.append(this.#title, this.#list);
    view.onProblems(() => this.#refresh());
  }

  /** Shows and focuses the list. */
  open(): void {
    this.#isOpen = true;
    this.#refresh();
    this.element.scrollIntoView({ block: "start" });
    this.element.focus({ preventScroll: true });
  }

  #refresh(): void {
    this.#problems = this.#view.problems();
    if (this.#problems.length === 0) this.#isOpen = false;
    this.element.hidden = !this.#isOpen;
    if (!this.#isOpen) return;
    this.#title.textContent = format(texts.summaryTitle, { count: this.#problems.length });
    // Leaving a field refreshes the list too: a link that was replaced then would miss the click on it.
    const shown = JSON.stringify(this.#problems.map(({ name, text, go }) => [name, text, !go]));
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#list.replaceChildren(...this.#problems.map(this.#itemOf));
  }

  readonly #itemOf = ({ name, text, go }: ShownProblem, index: number): HTMLElement => {
    if (go === undefined) return h("li", {}, name === "" ? text : `${name}: ${text}`);
    const link = h("a", { href: "#" }, h("bdi", {}, name));
    link.addEventListener("click", (event) => {
      event.preventDefault();
      this.#problems[index]?.go?.();
    });
    return h("li", {}, link, `: ${text}`);
  };
}
