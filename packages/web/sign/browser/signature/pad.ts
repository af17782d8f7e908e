import type { DrawnSignature } from "@paraph/core/builtin_provider";

import { toDrawing, FINENESS, canAddPoint, type Stroke, toStrokes } from "./strokes.ts";

/** The minimum distance between points, in pixels. */
const NEAR = 1.5;

/** The width of strokes on the pad, in pixels. */
const THICKNESS = 2.25;

/** A canvas to draw on with a mouse, a pen or a finger. */
export class Pad {
  readonly #canvas: HTMLCanvasElement;
  readonly #onChange: (drawing: DrawnSignature | null) => void;
  #strokes: Array<Stroke> = [];
  #pointer: number | undefined;

  /** @param onChange Called after each stroke and undo. */
  constructor(canvas: HTMLCanvasElement, onChange: (drawing: DrawnSignature | null) => void) {
    this.#canvas = canvas;
    this.#onChange = onChange;
    canvas.addEventListener("pointerdown", (event) => this.#begin(event));
    canvas.addEventListener("pointermove", (event) => this.#go(event));
    for (const end of ["pointerup", "pointercancel"] as const) {
      canvas.addEventListener(end, (event) => this.#end(event));
    }
    new ResizeObserver(() => this.#paint()).observe(canvas);
  }

  /** Shows an earlier drawing in the middle. */
  show(drawing: DrawnSignature | null): void {
    if (drawing === null) this.#strokes = [];
    else {
      const { clientWidth, clientHeight } = this.#canvas;
      const dx = Math.max(0, (clientWidth - drawing.width / FINENESS) / 2);
      const dy = Math.max(0, (clientHeight - drawing.height / FINENESS) / 2);
      this.#strokes = toStrokes(drawing, dx, dy);
    }
    this.#paint();
  }

  undo(): void {
    this.#strokes.pop();
    this.#changed();
  }

  clear(): void {
    this.#strokes = [];
    this.#changed();
  }

  #begin(event: PointerEvent): void {
    if (event.button !== 0 || this.#pointer !== undefined || !canAddPoint(this.#strokes)) return;
    event.preventDefault();
    this.#pointer = event.pointerId;
    this.#canvas.setPointerCapture(event.pointerId);
    this.#strokes.push([this.#point(event)]);
    this.#paint();
  }

  #go(event: PointerEvent): void {
    if (event.pointerId !== this.#pointer || !canAddPoint(this.#strokes)) return;
    // Pens and mice report several points for each frame.
    const events = event.getCoalescedEvents?.() ?? [];
    for (const each of events.length > 0 ? events : [event]) this.#add(this.#point(each));
    this.#paint();
  }

  #end(event: PointerEvent): void {
    if (event.pointerId !== this.#pointer) return;
    this.#pointer = undefined;
    this.#changed();
  }

  #add(point: readonly [number, number]): void {
    const stroke = this.#strokes.at(-1) ?? [];
    const [x, y] = stroke.at(-1) ?? [Infinity, Infinity];
    if (Math.hypot(point[0] - x, point[1] - y) < NEAR) return;
    this.#strokes = [...this.#strokes.slice(0, -1), [...stroke, point]];
  }

  #point({ clientX, clientY }: PointerEvent): readonly [number, number] {
    const { left, top, width, height } = this.#canvas.getBoundingClientRect();
    const within = (value: number, most: number) => Math.min(Math.max(value, 0), most);
    return [within(clientX - left, width), within(clientY - top, height)];
  }

  #changed(): void {
    this.#paint();
    this.#onChange(toDrawing(this.#strokes));
  }

  #paint(): void {
    const { clientWidth, clientHeight } = this.#canvas;
    this.#canvas.width = Math.round(clientWidth * devicePixelRatio);
    this.#canvas.height = Math.round(clientHeight * devicePixelRatio);
    const context = this.#canvas.getContext("2d");
    if (context === null) return;
    context.scale(devicePixelRatio, devicePixelRatio);
    context.lineCap = "round";
    context.lineJoin = "round";
    context.lineWidth = THICKNESS;
    context.strokeStyle = getComputedStyle(this.#canvas).color;
    for (const stroke of this.#strokes) paintStroke(context, stroke);
  }
}

function paintStroke(context: CanvasRenderingContext2D, stroke: Stroke): void {
  const [first = [0, 0], ...others] = stroke;
  context.beginPath();
  context.moveTo(...first);
  if (others.length === 0) context.lineTo(first[0] + 0.01, first[1]);
  others.forEach(([x, y], index) => {
    const [nextX, nextY] = others[index + 1] ?? [x, y];
    context.quadraticCurveTo(x, y, (x + nextX) / 2, (y + nextY) / 2);
  });
  context.stroke();
}
