import type { FormView } from "./form_view.ts";
import { make } from "./icons.ts";
import { texts } from "./texts.ts";

/** All that is wrong, above the form, with the way to each; there only while something is. */
export class Summary {
  readonly element = make("section", { class: "summary", tabindex: "-1", hidden: true });
  readonly #title = make("h2", { id: "summary-title" });
  readonly #list = make("ul");
  readonly #view: FormView;
  #isWanted = false;

  constructor(view: FormView) {
    this.#view = view;
    this.element.setAttribute("aria-labelledby", this.#title.id);
    this.element.append(this.#title, this.#list);
    view.onProblems(() => this.#refresh());
  }

  /** Shows it and goes there. */
  visit(): void {
    this.#isWanted = true;
    this.#refresh();
    this.element.scrollIntoView({ block: "start" });
    this.element.focus({ preventScroll: true });
  }

  #refresh(): void {
    const problems = this.#view.problems();
    if (problems.length === 0) this.#isWanted = false;
    this.element.hidden = !this.#isWanted;
    if (!this.#isWanted) return;
    this.#title.textContent = texts.summaryTitle(problems.length);
    this.#list.replaceChildren(
      ...problems.map(({ name, text, go }) => {
        if (go === undefined) return make("li", {}, name === "" ? text : `${name}: ${text}`);
        const link = make("a", { href: "#" }, make("bdi", {}, name));
        link.addEventListener("click", (event) => {
          event.preventDefault();
          go();
        });
        return make("li", {}, link, `: ${text}`);
      }),
    );
  }
}
