import { h } from "../../../../ui/browser/dom.ts";
import { type Handle, HANDLES } from "./drag_fields.ts";

/** What gestures do. */
export interface GestureEvents {
  readonly hit: (
    target: EventTarget | null,
  ) => { readonly page: number; readonly index: number } | undefined;
  readonly choose: (page: number, index: number, isAdded: boolean) => void;
  readonly clear: () => void;
  /** Selects all fields between two points of the window. */
  readonly enclose: (from: DOMPointReadOnly, to: DOMPointReadOnly) => void;
  /**
   * Moves the selected fields, or resizes them by a handle.
   *
   * @param by The distance from the start in CSS pixels.
   * @param isFree Whether nothing snaps.
   */
  readonly drag: (handle: Handle | undefined, by: DOMPointReadOnly, isFree: boolean) => void;
  readonly commit: () => void;
  readonly cancel: () => void;
  readonly open: () => void;
}

/** The distance from which a press is a drag, in CSS pixels. */
const THRESHOLD = 3;

/** Listens to the gestures of a pointer: select, move, resize, and draw a box around fields. */
export function listenForGestures(element: HTMLElement, events: GestureEvents): void {
  const gestures = new Gestures(element, events);
  element.addEventListener("pointerdown", (event) => gestures.press(event));
}

class Gestures {
  readonly #element: HTMLElement;
  readonly #events: GestureEvents;
  readonly #box = h("div", { class: "marquee" });

  constructor(element: HTMLElement, events: GestureEvents) {
    this.#element = element;
    this.#events = events;
    element.addEventListener("dblclick", ({ target }) => {
      if (events.hit(target) !== undefined) events.open();
    });
  }

  press(event: PointerEvent): void {
    const { button, target, shiftKey, ctrlKey, metaKey } = event;
    if (button !== 0 || !(target instanceof Element)) return;
    const handle = handleOf(target);
    const hit = this.#events.hit(target);
    const isAdded = shiftKey || ctrlKey || metaKey;
    if (handle === undefined && hit === undefined) {
      // A press on the scroll bar is none on the pages.
      if (event.offsetX > this.#element.clientWidth && target === this.#element) return;
      if (!isAdded) this.#events.clear();
      this.#enclose(event);
      return;
    }
    event.preventDefault();
    if (handle === undefined && hit !== undefined)
      this.#events.choose(hit.page, hit.index, isAdded);
    this.#drag(event, handle);
  }

  #drag({ clientX, clientY, pointerId }: PointerEvent, handle: Handle | undefined): void {
    let hasMoved = false;
    this.#follow(pointerId, {
      move: (event) => {
        const by = new DOMPointReadOnly(event.clientX - clientX, event.clientY - clientY);
        hasMoved ||= Math.hypot(by.x, by.y) >= THRESHOLD;
        if (hasMoved) this.#events.drag(handle, by, event.altKey);
      },
      end: (isDone) => {
        if (!hasMoved) return;
        if (isDone) this.#events.commit();
        else this.#events.cancel();
      },
    });
  }

  #enclose({ clientX, clientY, pointerId }: PointerEvent): void {
    const from = new DOMPointReadOnly(clientX, clientY);
    this.#follow(pointerId, {
      move: (event) => {
        const to = new DOMPointReadOnly(event.clientX, event.clientY);
        if (Math.hypot(to.x - from.x, to.y - from.y) < THRESHOLD) return;
        const { style } = this.#box;
        style.left = `${Math.min(from.x, to.x)}px`;
        style.top = `${Math.min(from.y, to.y)}px`;
        style.width = `${Math.abs(to.x - from.x)}px`;
        style.height = `${Math.abs(to.y - from.y)}px`;
        this.#element.append(this.#box);
        this.#events.enclose(from, to);
      },
      end: () => this.#box.remove(),
    });
  }

  /** Follows a pointer until it is released, or Escape is pressed. */
  #follow(
    pointerId: number,
    {
      move,
      end,
    }: { readonly move: (event: PointerEvent) => void; readonly end: (isDone: boolean) => void },
  ): void {
    const stop = new AbortController();
    const { signal } = stop;
    const finish = (isDone: boolean) => {
      stop.abort();
      end(isDone);
    };
    const isOwn = (event: PointerEvent) => event.pointerId === pointerId;
    addEventListener("pointermove", (event) => isOwn(event) && move(event), { signal });
    addEventListener("pointerup", (event) => isOwn(event) && finish(true), { signal });
    addEventListener("pointercancel", (event) => isOwn(event) && finish(false), { signal });
    addEventListener(
      "keydown",
      (event) => {
        if (event.key !== "Escape") return;
        event.stopImmediatePropagation();
        finish(false);
      },
      { signal, capture: true },
    );
  }
}

function handleOf(target: Element): Handle | undefined {
  const name = target instanceof HTMLElement ? target.dataset["handle"] : undefined;
  return HANDLES.find((handle) => handle === name);
}
