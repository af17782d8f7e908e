import { h, iconButton, nextId } from "../../../ui/browser/dom.ts";
import { TEXTS } from "../texts.ts";
import { icon, type IconName } from "../widgets/icons.ts";

/** One tab of the panel. */
interface Leaf {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  readonly parts: ReadonlyArray<HTMLElement>;
}

/** The collapsible panel next to the pages, with tabs. */
export class SidePanel {
  readonly element: HTMLElement;
  readonly #ids: ReadonlyArray<string>;
  readonly #tabs: ReadonlyArray<HTMLButtonElement>;
  readonly #leaves: ReadonlyArray<HTMLElement>;

  constructor(leaves: ReadonlyArray<Leaf>) {
    this.#ids = leaves.map(({ id }) => id);
    const ids = leaves.map(() => [nextId(), nextId()] as const);
    this.#tabs = leaves.map((leaf, index) =>
      h(
        "button",
        {
          type: "button",
          role: "tab",
          id: ids[index]?.[0],
          "aria-controls": ids[index]?.[1],
          onclick: () => this.#turn(index),
        },
        icon(leaf.icon),
        leaf.label,
      ),
    );
    this.#leaves = leaves.map(({ parts }, index) =>
      h(
        "div",
        {
          role: "tabpanel",
          id: ids[index]?.[1],
          "aria-labelledby": ids[index]?.[0],
          class: "leaf",
        },
        ...parts,
      ),
    );
    const toggle = iconButton(
      TEXTS.side.collapse,
      icon("side"),
      () => {
        const isClosed = this.element.classList.toggle("is-closed");
        const label = isClosed ? TEXTS.side.expand : TEXTS.side.collapse;
        toggle.title = label;
        toggle.setAttribute("aria-label", label);
        toggle.setAttribute("aria-expanded", String(!isClosed));
      },
      { class: "is-quiet", "aria-expanded": "true" },
    );
    const list = h("div", { role: "tablist", "aria-label": TEXTS.side.label }, ...this.#tabs);
    list.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step === undefined) return;
      const offset = this.#tabs.findIndex((tab) => tab === document.activeElement);
      const next = (offset + step + this.#tabs.length) % this.#tabs.length;
      this.#turn(next);
      this.#tabs[next]?.focus();
    });
    this.element = h(
      "aside",
      { class: "side", "aria-label": TEXTS.side.label },
      h("div", { class: "side-head" }, list, toggle),
      ...this.#leaves,
    );
    this.#turn(0);
  }

  /** Shows a tab. */
  open(id: string): void {
    this.#turn(this.#ids.indexOf(id));
  }

  #turn(to: number): void {
    this.#tabs.forEach((tab, index) => {
      tab.setAttribute("aria-selected", String(index === to));
      tab.tabIndex = index === to ? 0 : -1;
    });
    this.#leaves.forEach((leaf, index) => {
      leaf.hidden = index !== to;
    });
  }
}
