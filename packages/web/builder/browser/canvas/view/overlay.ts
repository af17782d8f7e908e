import { h } from "../../../../ui/browser/dom.ts";
import { boundsOf } from "../../design/arrange.ts";
import type { DesignField } from "../../design/design.ts";
import type { Area } from "../../design/placing.ts";
import type { SnapLines } from "../snapping.ts";
import { HANDLES } from "./drag_fields.ts";

/** What is over the fields of a page: handles, lines to snap to, and the place of a dragged field. */
export class Overlay {
  readonly #frame = h(
    "div",
    { class: "selection-frame", hidden: true },
    ...HANDLES.map((handle) => h("div", { class: `handle is-${handle}`, "data-handle": handle })),
  );
  readonly #lines = h("div", { class: "snap-lines", "aria-hidden": "true" });
  readonly #drop = h("div", { class: "drop-place", hidden: true });

  /** Shows handles around a field; `undefined` shows none. */
  showFrame(sheet: HTMLElement | undefined, field: DesignField | undefined): void {
    this.#frame.hidden = field === undefined;
    if (field === undefined) return;
    sheet?.append(this.#frame);
    placeArea(this.#frame, boundsOf([field]));
    const { rotate } = field;
    this.#frame.style.transform = typeof rotate === "number" ? `rotate(${rotate}deg)` : "";
  }

  showLines(sheet: HTMLElement | undefined, { x, y }: SnapLines): void {
    sheet?.append(this.#lines);
    const line = (axis: "x" | "y", at: number) => {
      const element = h("div", { class: `snap-line is-${axis}` });
      element.style[axis === "x" ? "left" : "top"] = `${at}mm`;
      return element;
    };
    this.#lines.replaceChildren(...x.map((at) => line("x", at)), ...y.map((at) => line("y", at)));
  }

  /** Shows where a dragged field would be dropped; `undefined` shows nothing. */
  showDrop(sheet: HTMLElement | undefined, area: Area | undefined): void {
    this.#drop.hidden = area === undefined;
    if (area === undefined) return;
    sheet?.append(this.#drop);
    placeArea(this.#drop, area);
  }
}

function placeArea({ style }: HTMLElement, { left, top, right, bottom }: Area): void {
  style.left = `${left}mm`;
  style.top = `${top}mm`;
  style.width = `${right - left}mm`;
  style.height = `${bottom - top}mm`;
}
