import { h, iconButton, nextId } from "../../../ui/browser/dom.ts";
import { icon } from "./icons.ts";

/** An item of a menu. */
interface MenuItem {
  readonly label: string;
  readonly run: () => void;
  readonly isDanger?: boolean;
}

/** A button that opens a menu. */
export class Menu {
  readonly element: HTMLElement;
  readonly #button: HTMLButtonElement;
  readonly #list: HTMLElement;

  constructor(label: string, items: ReadonlyArray<MenuItem | false>) {
    const id = nextId();
    this.#button = iconButton(label, icon("more"), () => this.#toggle(), {
      "aria-haspopup": "menu",
      "aria-expanded": "false",
      "aria-controls": id,
    });
    this.#list = h(
      "div",
      { class: "menu", role: "menu", id, hidden: true },
      ...items.filter((item) => item !== false).map((item) => this.#item(item)),
    );
    this.element = h("div", { class: "has-menu" }, this.#button, this.#list);
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.element.addEventListener("focusout", (event) => {
      const { relatedTarget } = event;
      if (relatedTarget instanceof Node && !this.element.contains(relatedTarget)) this.#close();
    });
    document.addEventListener("pointerdown", ({ target }) => {
      if (target instanceof Node && !this.element.contains(target)) this.#close();
    });
  }

  #item({ label, run, isDanger = false }: MenuItem): HTMLElement {
    const onclick = () => {
      this.#close();
      // A dialog that opens now returns the focus to this button.
      this.#button.focus();
      run();
    };
    const kind = isDanger ? "is-dangerous" : "";
    return h(
      "button",
      { type: "button", role: "menuitem", class: kind, tabindex: -1, onclick },
      label,
    );
  }

  #toggle(): void {
    if (this.#list.hidden) {
      this.#list.hidden = false;
      this.#button.setAttribute("aria-expanded", "true");
      this.#items()[0]?.focus();
    } else this.#close();
  }

  #close(): void {
    this.#list.hidden = true;
    this.#button.setAttribute("aria-expanded", "false");
  }

  #items(): ReadonlyArray<HTMLElement> {
    return [...this.#list.querySelectorAll<HTMLElement>("[role=menuitem]")];
  }

  #key(event: KeyboardEvent): void {
    const items = this.#items();
    const offset = items.findIndex((item) => item === document.activeElement);
    const step = STEPS[event.key];
    if (event.key === "Escape") {
      this.#close();
      this.#button.focus();
    } else if (step !== undefined && !this.#list.hidden) {
      event.preventDefault();
      items[(offset + step + items.length) % items.length]?.focus();
    }
  }
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
