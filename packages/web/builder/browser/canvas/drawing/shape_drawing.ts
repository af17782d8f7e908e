import { h, svgIcon } from "../../../../ui/browser/dom.ts";
import type { UIRenderProps } from "../plugin.ts";
import { numberOr } from "./text_drawing.ts";

/** Draws a line, as thick as its box is high. */
export function drawLine({ rootElement, schema }: UIRenderProps): void {
  const line = h("div", { class: "drawn-shape" });
  line.style.backgroundColor = colourOf(schema["color"]) || "#000000";
  rootElement.replaceChildren(line);
}

/** Draws a rectangle or an ellipse. */
export function drawShape({ rootElement, schema }: UIRenderProps): void {
  const shape = h("div", { class: "drawn-shape" });
  const width = numberOr(schema["borderWidth"], 0);
  shape.style.backgroundColor = colourOf(schema["color"]);
  if (width > 0) {
    shape.style.border = `${width}mm solid ${colourOf(schema["borderColor"]) || "#000000"}`;
  }
  shape.style.borderRadius =
    schema.type === "ellipse" ? "50%" : `${numberOr(schema["radius"], 0)}mm`;
  rootElement.replaceChildren(shape);
}

const TRUE = new Set(["true", "1", "yes"]);

/** Draws a mark: a checkbox, a radio button or a circle. */
export function drawMark({ rootElement, schema, value }: UIRenderProps): void {
  const isSet = TRUE.has(value.toLowerCase());
  const mark = h("div", { class: `drawn-mark is-${schema.type}` });
  mark.style.color = colourOf(schema["color"]) || "#000000";
  if (isSet && schema.type === "checkbox") mark.append(svgIcon("m4.5 10.5 3.7 3.7 7.3-8"));
  mark.classList.toggle("is-set", isSet);
  rootElement.replaceChildren(mark);
}

/** Draws an image from a data: URI. */
export function drawImage({ rootElement, schema, value }: UIRenderProps): void {
  if (!value.startsWith("data:image/")) {
    rootElement.replaceChildren(h("div", { class: "drawn-blank" }, schema.name));
    return;
  }
  rootElement.replaceChildren(h("img", { class: "drawn-image", src: value, alt: "" }));
}

/** Draws SVG as an image, in which scripts do not run. */
export function drawSvg({ rootElement, schema, value }: UIRenderProps): void {
  if (!value.trimStart().startsWith("<")) {
    rootElement.replaceChildren(h("div", { class: "drawn-blank" }, schema.name));
    return;
  }
  const src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(value)}`;
  rootElement.replaceChildren(h("img", { class: "drawn-image", src, alt: "" }));
}

function colourOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
