import { h } from "../../../../ui/browser/dom.ts";
import { TEXTS } from "../../texts.ts";
import type { SnapLines } from "../snapping.ts";
import { PIXELS } from "./paper.ts";

type Axis = "x" | "y";

/** Where the shown page is in the scrolled area, in CSS pixels, and its scale. */
export interface PaperFrame {
  readonly left: number;
  readonly top: number;
  readonly zoom: number;
  readonly width: number;
  readonly height: number;
}

/** A guide at a distance from the edge of each page. */
interface Guide {
  readonly axis: Axis;
  readonly element: HTMLElement;
  at: number;
}

/** The rulers of the pages, and the guides that users draw from them. Guides are not saved. */
export class Rulers {
  readonly #host: HTMLElement;
  readonly #rulers: Readonly<Record<Axis, HTMLCanvasElement>>;
  readonly #frame: () => PaperFrame | undefined;
  #guides: ReadonlyArray<Guide> = [];

  constructor(host: HTMLElement, frame: () => PaperFrame | undefined) {
    this.#host = host;
    this.#frame = frame;
    this.#rulers = { x: this.#ruler("x"), y: this.#ruler("y") };
    host.append(h("div", { class: "ruler-corner" }), ...this.#elements);
    new ResizeObserver(() => this.draw()).observe(host);
  }

  /** The guides, in millimetres. */
  get lines(): SnapLines {
    const of = (axis: Axis) =>
      this.#guides.filter((each) => each.axis === axis).map(({ at }) => at);
    return { x: of("x"), y: of("y") };
  }

  /** Draws the rulers and places the guides for the shown page. */
  draw(): void {
    const frame = this.#frame();
    if (frame === undefined) return;
    for (const axis of ["x", "y"] as const) drawRuler(this.#rulers[axis], axis, frame);
    for (const guide of this.#guides) {
      const start = guide.axis === "x" ? frame.left : frame.top;
      const offset = `${start + guide.at * PIXELS * frame.zoom}px`;
      if (guide.axis === "x") guide.element.style.left = offset;
      else guide.element.style.top = offset;
      guide.element.setAttribute("aria-valuenow", String(guide.at));
      guide.element.setAttribute("aria-valuetext", `${guide.at} mm`);
    }
  }

  get #elements(): ReadonlyArray<HTMLElement> {
    return (["x", "y"] as const).map((axis) => {
      const label = axis === "x" ? TEXTS.work.rulerY : TEXTS.work.rulerX;
      const button = h(
        "button",
        { type: "button", class: `ruler is-${axis}`, "aria-label": label, title: label },
        this.#rulers[axis],
      );
      // A guide across the ruler would not be seen: the horizontal ruler makes horizontal guides.
      const made: Axis = axis === "x" ? "y" : "x";
      button.addEventListener("pointerdown", (event) => {
        event.preventDefault();
        const guide = this.#add(made, 0);
        guide.element.setPointerCapture(event.pointerId);
        guide.element.dispatchEvent(
          new PointerEvent("pointerdown", { pointerId: event.pointerId }),
        );
      });
      button.addEventListener("click", (event) => {
        // Keyboards click without a pointer.
        if (event.detail === 0) this.#add(made, 50).element.focus();
      });
      return button;
    });
  }

  #ruler(axis: Axis): HTMLCanvasElement {
    return h("canvas", { class: `ruler-scale is-${axis}`, "aria-hidden": "true" });
  }

  #add(axis: Axis, at: number): Guide {
    const label = axis === "x" ? TEXTS.work.guideX : TEXTS.work.guideY;
    const element = h("div", {
      class: `guide is-${axis}`,
      role: "slider",
      tabindex: 0,
      "aria-label": label,
      "aria-orientation": axis === "x" ? "horizontal" : "vertical",
      "aria-valuemin": 0,
      "aria-valuemax": 5000,
    });
    const guide: Guide = { axis, element, at };
    const move = ({ clientX, clientY }: PointerEvent) => {
      const frame = this.#frame();
      if (frame === undefined) return;
      const box = this.#host.getBoundingClientRect();
      const pixels = axis === "x" ? clientX - box.left - frame.left : clientY - box.top - frame.top;
      guide.at = Math.round((pixels / PIXELS / frame.zoom) * 10) / 10;
      this.draw();
    };
    element.addEventListener("pointerdown", (event) => {
      event.stopPropagation();
      element.setPointerCapture(event.pointerId);
      element.addEventListener("pointermove", move);
      element.addEventListener(
        "pointerup",
        () => {
          element.removeEventListener("pointermove", move);
          if (guide.at <= 0) this.#remove(guide);
        },
        { once: true },
      );
    });
    element.addEventListener("keydown", (event) => {
      const steps: Readonly<Record<string, number>> =
        axis === "x" ? { ArrowLeft: -1, ArrowRight: 1 } : { ArrowUp: -1, ArrowDown: 1 };
      const step = steps[event.key];
      if (step !== undefined) guide.at = Math.max(0, guide.at + step * (event.shiftKey ? 10 : 1));
      else if (event.key === "Delete" || event.key === "Backspace") this.#remove(guide);
      else return;
      event.preventDefault();
      event.stopPropagation();
      this.draw();
    });
    this.#guides = [...this.#guides, guide];
    this.#host.append(element);
    this.draw();
    return guide;
  }

  #remove(guide: Guide): void {
    guide.element.remove();
    this.#guides = this.#guides.filter((each) => each !== guide);
  }
}

/** The width of a ruler in CSS pixels. */
const RULER = 20;

/** Distances between numbers in millimetres, of which the first with space for the numbers is drawn. */
const STEPS = [5, 10, 20, 50, 100];

function drawRuler(canvas: HTMLCanvasElement, axis: Axis, frame: PaperFrame): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const ratio = devicePixelRatio;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext("2d");
  if (context === null || width === 0 || height === 0) return;
  const style = getComputedStyle(canvas);
  context.scale(ratio, ratio);
  context.fillStyle = style.color;
  context.strokeStyle = style.color;
  context.font = "9px system-ui, sans-serif";
  const scale = PIXELS * frame.zoom;
  const start = (axis === "x" ? frame.left : frame.top) - RULER;
  const length = axis === "x" ? width : height;
  const step = STEPS.find((each) => each * scale > 34) ?? 200;
  const minor = step / 5;
  context.beginPath();
  for (
    let at = Math.floor(-start / scale / minor) * minor;
    at * scale + start < length;
    at += minor
  ) {
    const place = Math.round(start + at * scale) + 0.5;
    const isMajor = Math.abs(at / step - Math.round(at / step)) < 0.01;
    const from = isMajor ? 8 : 14;
    if (axis === "x") {
      context.moveTo(place, from);
      context.lineTo(place, RULER);
      if (isMajor) context.fillText(String(Math.round(at)), place + 2, 9);
    } else {
      context.moveTo(from, place);
      context.lineTo(RULER, place);
      if (isMajor) writeSideways(context, String(Math.round(at)), place);
    }
  }
  context.stroke();
}

function writeSideways(context: CanvasRenderingContext2D, text: string, y: number): void {
  context.save();
  context.translate(9, y - 2);
  context.rotate(-Math.PI / 2);
  context.fillText(text, 0, 0);
  context.restore();
}
