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
  readonly #tabs: ReadonlyArray<HTMLButtonElement>;
  readonly #leaves: ReadonlyArray<HTMLElement>;

  constructor(leaves: ReadonlyArray<Leaf>) {
    const ids = leaves.map(() => [nextId(), nextId()] as const);
    this.#tabs = leaves.map((leaf, at) =>
      h(
        "button",
        {
          type: "button",
          role: "tab",
          id: ids[at]?.[0],
          "aria-controls": ids[at]?.[1],
          onclick: () => this.#turn(at),
        },
        icon(leaf.icon),
        leaf.label,
      ),
    );
    this.#leaves = leaves.map(({ parts }, at) =>
      h(
        "div",
        { role: "tabpanel", id: ids[at]?.[1], "aria-labelledby": ids[at]?.[0], class: "leaf" },
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
      const at = this.#tabs.findIndex((tab) => tab === document.activeElement);
      const next = (at + step + this.#tabs.length) % this.#tabs.length;
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

  #turn(to: number): void {
    this.#tabs.forEach((tab, at) => {
      tab.setAttribute("aria-selected", String(at === to));
      tab.tabIndex = at === to ? 0 : -1;
    });
    this.#leaves.forEach((leaf, at) => {
      leaf.hidden = at !== to;
    });
  }
}
