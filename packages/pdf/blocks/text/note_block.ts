import type { MultiVariableTextField, TextField } from "@paraph/core/layouts";

import { type FilledNote, noteName, type RichPart } from "../../fill/rich_text.ts";
import { fieldStyle } from "../../fill/text_style.ts";
import { RULE_HEIGHT } from "../../flow/flow_box.ts";
import { colourOperands, filledBox, POINTS } from "../../write/content.ts";
import type { StructureElement } from "../../write/tags/structure.ts";
import type { Block } from "../block.ts";
import { decoration } from "../block_tags.ts";
import type { Sheet } from "../sheet.ts";
import { richBlock } from "./rich_block.ts";
import type { TextContext } from "./text_box.ts";

/** The part of a page in which its footnotes are, in millimetres. */
export interface NoteColumn {
  readonly left: number;
  readonly width: number;
}

/** The size of notes, relative to the text that they belong to, and the smallest size in points. */
const SIZE = { scale: 0.8, least: 6 };

/** A footnote, with the rule above it where it is the first of a page. Page breaks can divide it. */
export function noteBlock(
  { number, parts }: FilledNote,
  field: TextField | MultiVariableTextField,
  column: NoteColumn,
  context: TextContext & { readonly tallest: number },
): Block {
  const label: RichPart = {
    text: `${number}\u00a0`,
    emphasis: { bold: false, italic: false, mark: { script: "super" } },
  };
  const paragraph = { heading: 0, lists: [], marker: undefined, isTight: false };
  const noteField = noteFieldOf(field, column, context);
  const block = richBlock(noteField, [{ ...paragraph, text: [label, ...parts] }], context);
  const units = block.extent.kind === "divisible" ? block.extent.units : [block.extent.height];
  let element: StructureElement | undefined;
  return {
    extent: block.extent,
    targets: [{ name: noteName(number), heading: undefined, unit: 0 }],
    paint: (placement, page, sheet) => {
      const { from, to } = placement;
      const height = units.slice(from, to).reduce((sum, unit) => sum + unit, 0);
      const top = placement.top + placement.height - height;
      const { tags } = sheet;
      if (tags !== undefined) element ??= tags.field.add("Note", `/ID(${noteName(number)})`);
      const own = tags && element ? { ...sheet, tags: { ...tags, field: element } } : sheet;
      const rule = top > placement.top + 0.01 ? ruleContent(top, column, noteField, sheet) : "";
      return rule + block.paint({ ...placement, top, height }, page, own);
    },
  };
}

/** The field of a note: text in the style of its field, without its frame. */
function noteFieldOf(
  field: TextField | MultiVariableTextField,
  { left, width }: NoteColumn,
  { typography }: TextContext,
): TextField | MultiVariableTextField {
  const { fontSize } = fieldStyle(field, typography);
  const isJustified = field.alignment === "justify";
  return {
    ...field,
    position: { x: left, y: 0 },
    width,
    height: 0,
    overflow: "expand",
    fontSize: Math.max(Math.min(SIZE.least, fontSize), fontSize * SIZE.scale),
    alignment: isJustified ? "justify" : null,
    verticalAlignment: "top",
    columns: null,
    rotate: null,
    padding: null,
    borderWidth: null,
    borderColor: null,
    backgroundColor: null,
    underline: null,
    strikethrough: null,
    firstLineIndent: null,
    paragraphSpacing: null,
    dynamicFontSize: null,
  };
}

/** The length of the rule above the notes, relative to their width, and its thickness in points. */
const RULE = { length: 1 / 3, thickness: 0.5, distance: RULE_HEIGHT * 0.4 };

/** @param top The top edge of the first note. */
function ruleContent(
  top: number,
  { left, width }: NoteColumn,
  { fontColor }: TextField | MultiVariableTextField,
  sheet: Sheet,
): string {
  const colour = colourOperands(fontColor ?? undefined) ?? "0 0 0";
  const y = sheet.height - (top - RULE.distance) * POINTS;
  const length = width * RULE.length * POINTS;
  return decoration(filledBox(colour, left * POINTS, y, length, RULE.thickness), sheet);
}
