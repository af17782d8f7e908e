import { button, h, replaceKeepingFocus, select } from "../../../ui/browser/dom.ts";
import { clearNote, showNote } from "../../../ui/browser/status.ts";
import { PALETTE_TYPES, type PaletteType } from "../model/field_types.ts";
import type { SendState } from "../model/send_state.ts";
import { recipientName } from "../names.ts";
import { texts } from "../texts.ts";
import { type Layers, pageAt, placeOn } from "./field_box.ts";

/** Pixels that a pointer moves before it drags. */
const DRAG_DISTANCE = 6;

/** The types of fields, to drag onto a page, or to choose and then tap the place. */
export class Palette {
  readonly element = h("div", { class: "palette", role: "toolbar" });
  readonly #state: SendState;
  readonly #layers: () => Layers;
  readonly #onPlaced: (key: number) => void;
  #armed: PaletteType | undefined;

  constructor(state: SendState, layers: () => Layers, onPlaced: (key: number) => void) {
    this.#state = state;
    this.#layers = layers;
    this.#onPlaced = onPlaced;
    this.element.setAttribute("aria-label", texts.palette);
    addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#arm(undefined);
    });
    this.update();
  }

  /** Shows the recipients and the chosen type. */
  update(): void {
    const { active, signers } = this.#state;
    const recipient = select(
      signers.map(({ key }) => [String(key), recipientName(this.#state, key)] as const),
      String(active?.key ?? ""),
      (key) => this.#state.setActive(Number(key)),
    );
    recipient.id = "palette-recipient";
    recipient.setAttribute("aria-label", texts.fieldsFor);
    const color = active === undefined ? "" : this.#state.colorOf(active.key);
    replaceKeepingFocus(
      this.element,
      h("span", { class: `palette-for ${color}` }, h("span", { class: "dot" }), recipient),
      ...PALETTE_TYPES.map((type) => this.#typeButton(type, color)),
    );
  }

  /** Takes part in the clicks on a page. */
  onPageClick(layer: HTMLElement, page: number): void {
    layer.addEventListener("click", ({ clientX, clientY }) => {
      if (this.#armed !== undefined)
        this.#place(this.#armed, { page, ...placeOn(layer, clientX, clientY) });
    });
  }

  #typeButton(type: PaletteType, color: string): HTMLButtonElement {
    const element = button(texts.types[type], () => {}, {
      class: `is-small palette-type ${color}`,
      "data-key": `type-${type}`,
      "aria-pressed": String(this.#armed === type),
    });
    let wasDragged = false;
    element.addEventListener("click", ({ detail }) => {
      if (wasDragged) wasDragged = false;
      // Keys and screen readers have no pointer to tap a place with.
      else if (detail === 0) this.#placeInMiddle(type);
      else this.#arm(this.#armed === type ? undefined : type);
    });
    element.addEventListener("pointerdown", (event) => {
      wasDragged = false;
      if (event.button === 0 && event.pointerType === "mouse")
        this.#drag(type, color, event, () => {
          wasDragged = true;
        });
    });
    return element;
  }

  /** Follows the mouse with a copy of the field until it is dropped. */
  #drag(type: PaletteType, color: string, start: PointerEvent, onDrag: () => void): void {
    let ghost: HTMLElement | undefined;
    const move = ({ clientX, clientY }: PointerEvent) => {
      const distance = Math.hypot(clientX - start.clientX, clientY - start.clientY);
      if (ghost === undefined && distance < DRAG_DISTANCE) return;
      if (ghost === undefined) {
        onDrag();
        ghost = h("div", { class: `box ghost ${color}`, "aria-hidden": "true" }, texts.types[type]);
        document.body.append(ghost);
      }
      Object.assign(ghost.style, { left: `${clientX}px`, top: `${clientY}px` });
    };
    const stop = ({ clientX, clientY, type: eventType }: PointerEvent) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", stop);
      removeEventListener("pointercancel", stop);
      if (ghost === undefined) return;
      ghost.remove();
      const page = pageAt(this.#layers(), clientY);
      const layer = this.#layers()[(page ?? 0) - 1];
      if (eventType === "pointercancel" || page === undefined || layer === undefined) return;
      const place = placeOn(layer, clientX, clientY);
      if (place.x >= 0 && place.x <= 100) this.#place(type, { page, ...place });
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", stop);
    addEventListener("pointercancel", stop);
  }

  /** Places a field in the middle of the window. */
  #placeInMiddle(type: PaletteType): void {
    const layers = this.#layers();
    const page = pageAt(layers, innerHeight / 2) ?? 1;
    const layer = layers[page - 1];
    if (layer === undefined) return;
    const { left, width } = layer.getBoundingClientRect();
    this.#place(type, { page, ...placeOn(layer, left + width / 2, innerHeight / 2) });
  }

  #place(type: PaletteType, point: Parameters<SendState["addField"]>[1]): void {
    this.#arm(undefined);
    const field = this.#state.addField(type, point);
    if (field !== undefined) this.#onPlaced(field.key);
  }

  #arm(type: PaletteType | undefined): void {
    if (this.#armed === type) return;
    this.#armed = type;
    document.body.classList.toggle("is-placing", type !== undefined);
    if (type === undefined) clearNote();
    else showNote(texts.tapPlace);
    this.update();
  }
}
