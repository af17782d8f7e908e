import { h } from "../../../../ui/browser/dom.ts";
import { isRecord } from "../../../../ui/browser/is_record.ts";
import { fontFamily } from "../fonts.ts";
import type { UIRenderProps } from "../plugin.ts";

type Settings = Readonly<Record<string, unknown>>;

const VERTICAL = { top: "flex-start", middle: "center", bottom: "flex-end" } as const;

/** Draws text with its style. */
export function drawText({ rootElement, schema, value }: UIRenderProps): void {
  const parts = textParts(value, schema["textFormat"] === "inline-markdown");
  const text = h("div", { class: "drawn-text" }, h("div", {}, ...parts));
  applyTextStyle(text, schema);
  if (schema["underline"] === true || schema["strikethrough"] === true) {
    const lines = [
      schema["underline"] === true ? "underline" : "",
      schema["strikethrough"] === true ? "line-through" : "",
    ];
    text.style.textDecorationLine = lines.join(" ").trim();
  }
  rootElement.replaceChildren(text);
  fitFontSize(text, schema);
}

/** Draws the items of a list, one a line. */
export function drawList({ rootElement, schema, value }: UIRenderProps): void {
  const tag = schema["listStyle"] === "ordered" ? "ol" : "ul";
  const list = h(tag, { class: "drawn-list" });
  list.append(...itemsOf(value).map((item) => h("li", {}, item)));
  const box = h("div", { class: "drawn-text" }, list);
  applyTextStyle(box, schema);
  rootElement.replaceChildren(box);
}

function itemsOf(value: string): ReadonlyArray<string> {
  try {
    const items: unknown = JSON.parse(value);
    if (Array.isArray(items)) return items.map((item) => String(item));
  } catch {
    // Lines of text.
  }
  return value.split("\n");
}

/** Sets the style of a text, in the units of the layout. */
export function applyTextStyle({ style }: HTMLElement, settings: Settings): void {
  const { alignment, verticalAlignment, fontColor, backgroundColor, padding } = settings;
  style.fontFamily = fontFamily(settings["fontName"]);
  style.fontSize = `${numberOr(settings["fontSize"], DEFAULT_SIZE)}pt`;
  style.lineHeight = String(numberOr(settings["lineHeight"], 1));
  style.letterSpacing = `${numberOr(settings["characterSpacing"], 0)}pt`;
  style.textAlign = typeof alignment === "string" ? alignment : "left";
  const vertical =
    verticalAlignment === "middle" || verticalAlignment === "bottom" ? verticalAlignment : "top";
  style.justifyContent = VERTICAL[vertical];
  style.color = typeof fontColor === "string" && fontColor !== "" ? fontColor : "#000000";
  if (typeof backgroundColor === "string") style.backgroundColor = backgroundColor;
  style.padding = sidesOf(padding, "mm");
  applyBorder(style, settings);
}

const DEFAULT_SIZE = 13;

/** Sets the border of each side. */
function applyBorder(style: CSSStyleDeclaration, settings: Settings): void {
  const { borderColor, borderWidth } = settings;
  if (typeof borderColor !== "string" || borderColor === "" || !isRecord(borderWidth)) return;
  style.borderStyle = "solid";
  style.borderColor = borderColor;
  style.borderWidth = sidesOf(borderWidth, "mm");
}

function sidesOf(sides: unknown, unit: string): string {
  if (!isRecord(sides)) return `0${unit}`;
  return (["top", "right", "bottom", "left"] as const)
    .map((side) => `${numberOr(sides[side], 0)}${unit}`)
    .join(" ");
}

/** A number, or a default. */
export function numberOr(value: unknown, otherwise: number): number {
  return typeof value === "number" && Number.isFinite(value) ? value : otherwise;
}

/** Reduces the font size of a text between its bounds until the text fits. */
function fitFontSize(text: HTMLElement, { dynamicFontSize }: Settings): void {
  if (!isRecord(dynamicFontSize)) return;
  const [least, most] = [numberOr(dynamicFontSize["min"], 4), numberOr(dynamicFontSize["max"], 72)];
  for (let size = most; size >= least; size -= Math.max(0.5, (most - least) / 40)) {
    text.style.fontSize = `${size}pt`;
    const isFitting =
      text.scrollHeight <= text.clientHeight + 1 && text.scrollWidth <= text.clientWidth + 1;
    if (isFitting) return;
  }
  text.style.fontSize = `${least}pt`;
}

const MARKS = /\*\*(.+?)\*\*|\*(.+?)\*|\[([^\]]+)\]\([^)]*\)/gu;

/** The parts of a text, with the marks of Markdown within a line. */
function textParts(text: string, isMarked: boolean): ReadonlyArray<Node | string> {
  if (!isMarked) return [text];
  const parts: Array<Node | string> = [];
  let end = 0;
  for (const match of text.matchAll(MARKS)) {
    const [whole, bold, italic, link = ""] = match;
    parts.push(text.slice(end, match.index));
    if (bold !== undefined) parts.push(h("b", {}, bold));
    else if (italic !== undefined) parts.push(h("i", {}, italic));
    else parts.push(h("u", {}, link));
    end = match.index + whole.length;
  }
  return [...parts, text.slice(end)];
}
