import { h } from "../../../ui/browser/dom.ts";
import { format } from "../../../ui/browser/texts.ts";
import type { PlacedField } from "../model/draft_request.ts";
import type { SendState } from "../model/send_state.ts";
import { fieldName, recipientName } from "../names.ts";
import { texts } from "../texts.ts";

/** How far an arrow key moves a field, in percent of its page. */
const STEP = 1;

/** Pixels from the edge of the window in which dragging scrolls. */
const EDGE = 48;

/** The layers over the pages that hold the fields. */
export type Layers = ReadonlyArray<HTMLElement>;

/** A field on its page: dragged, resized and deleted with a pointer or keys. */
export class FieldBox {
  readonly element: HTMLElement;
  readonly field: PlacedField;
  readonly #state: SendState;
  readonly #layers: Layers;
  readonly #label = h("span", { class: "box-label", "aria-hidden": "true" });
  readonly #remove: HTMLButtonElement;

  constructor(field: PlacedField, state: SendState, layers: Layers) {
    this.field = field;
    this.#state = state;
    this.#layers = layers;
    this.#remove = h(
      "button",
      { type: "button", class: "box-delete", tabindex: "-1", onclick: () => this.#delete() },
      "×",
    );
    this.element = h(
      "div",
      { role: "group", tabindex: "0", "aria-describedby": "field-help", "data-key": field.key },
      this.#label,
      this.#remove,
      h("span", { class: "box-grip", "aria-hidden": "true" }),
    );
    this.element.addEventListener("keydown", (event) => this.#onKey(event));
    this.element.addEventListener("pointerdown", (event) => this.#onPointer(event));
    this.update();
  }

  /** Shows the position, the color and the name. */
  update(): void {
    const { field, element } = this;
    const { x, y, width, height, recipient } = field;
    element.className = `box is-${field.type} ${this.#state.colorOf(recipient)}`;
    Object.assign(element.style, {
      left: `${x}%`,
      top: `${y}%`,
      width: `${width}%`,
      height: `${height}%`,
    });
    const name = fieldName(this.#state, field);
    element.setAttribute("aria-label", name);
    this.#remove.setAttribute("aria-label", format(texts.deleteField, { field: name }));
    this.#label.textContent =
      field.type === "checkbox"
        ? ""
        : `${texts.types[field.type]} · ${recipientName(this.#state, recipient)}`;
    const layer = this.#layers[field.page - 1];
    if (layer !== undefined && element.parentElement !== layer) {
      const hadFocus = document.activeElement === element;
      layer.append(element);
      if (hadFocus) element.focus({ preventScroll: true });
    }
  }

  #delete(): void {
    const next = this.element.nextElementSibling ?? this.element.previousElementSibling;
    this.#state.removeField(this.field.key);
    if (next instanceof HTMLElement) next.focus();
  }

  #onKey(event: KeyboardEvent): void {
    if (event.target !== this.element) return;
    if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      this.#delete();
      return;
    }
    const direction = ARROWS[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    const [dx, dy] = direction;
    const { x, y, width, height } = this.field;
    this.#state.moveField(
      this.field,
      event.shiftKey
        ? { width: width + dx * STEP, height: height + dy * STEP }
        : { x: x + dx * STEP, y: y + dy * STEP },
    );
  }

  #onPointer(event: PointerEvent): void {
    if (event.button !== 0 || event.target === this.#remove) return;
    event.preventDefault();
    this.element.focus({ preventScroll: true });
    const isResize = event.target instanceof Element && event.target.classList.contains("box-grip");
    const box = this.element.getBoundingClientRect();
    // The place of the pointer inside of the field.
    const [offsetX, offsetY] = [event.clientX - box.left, event.clientY - box.top];
    const [spareX, spareY] = [box.right - event.clientX, box.bottom - event.clientY];
    this.element.classList.add("is-moving");
    const move = ({ clientX, clientY, pointerId }: PointerEvent) => {
      if (pointerId !== event.pointerId) return;
      if (isResize) {
        const place = placeOn(this.element.parentElement, clientX + spareX, clientY + spareY);
        const { x, y } = this.field;
        this.#state.moveField(this.field, { width: place.x - x, height: place.y - y });
        return;
      }
      scrollNearEdge(clientY);
      const page = pageAt(this.#layers, clientY) ?? this.field.page;
      const place = placeOn(this.#layers[page - 1], clientX - offsetX, clientY - offsetY);
      this.#state.moveField(this.field, { page, x: place.x, y: place.y });
    };
    const stop = ({ pointerId }: PointerEvent) => {
      if (pointerId !== event.pointerId) return;
      this.element.classList.remove("is-moving");
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", stop);
      removeEventListener("pointercancel", stop);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", stop);
    addEventListener("pointercancel", stop);
  }
}

const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The number of the page at a height of the window, from 1. */
export function pageAt(layers: Layers, clientY: number): number | undefined {
  const index = layers.findIndex((layer) => {
    const { top, bottom } = layer.getBoundingClientRect();
    return clientY >= top && clientY <= bottom;
  });
  return index < 0 ? undefined : index + 1;
}

/** A place of the window in percent of a page. */
export function placeOn(layer: Element | null | undefined, clientX: number, clientY: number) {
  const { left, top, width, height } = (layer ?? document.body).getBoundingClientRect();
  return {
    x: (100 * (clientX - left)) / width,
    y: (100 * (clientY - top)) / height,
    ratio: width / height,
  };
}

function scrollNearEdge(clientY: number): void {
  if (clientY < EDGE) scrollBy(0, -12);
  else if (clientY > innerHeight - EDGE) scrollBy(0, 12);
}
