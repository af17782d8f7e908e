import {
  type FillableField,
  isRadioButton,
  type MarkField,
  type MultiVariableTextField,
  type TextField,
  toFormFieldName,
} from "@paraph/core/layouts";

import type { FilledForm } from "../../fill/fill_field.ts";
import type { PageNumber } from "../../fill/page_number.ts";
import { type RichPart, spansOf } from "../../fill/rich_text.ts";
import { fieldStyle, type TextStyle } from "../../fill/text_style.ts";
import type { Face } from "../../fonts/faces.ts";
import { leadFace } from "../../fonts/font_chain.ts";
import { PermanentRenderError } from "../../permanent_render_error.ts";
import { colourOperands, POINTS } from "../../write/content.ts";
import {
  FORM_FLAGS,
  type FormField,
  type MarkWidget,
  type TextWidget,
  type Widget,
} from "../../write/form/form.ts";
import type { Block } from "../block.ts";
import type { BlockContext } from "../block_context.ts";
import { decoration } from "../block_tags.ts";
import type { Sheet } from "../sheet.ts";
import { combBlock, combContent } from "../text/comb_block.ts";
import { textBlock } from "../text/text_block.ts";
import { boxContent, insideBox, lineHeight } from "../text/text_box.ts";

/** The maximum length of a value in characters: strings of archivable documents have 32,767 bytes at most. */
const MAX_VALUE = 16_000;

/** A text that people can change. Its box is on the page, its text in the appearance of the form field. */
export function textFormBlock(
  field: TextField | MultiVariableTextField,
  parts: ReadonlyArray<RichPart>,
  form: FilledForm,
  context: BlockContext,
): Block {
  const style = fieldStyle(field, context.typography);
  const isList = field.type === "select";
  const numCells = isList ? undefined : (field.numCells ?? undefined);
  const isMultiline =
    !isList && numCells === undefined && (form.multiline ?? hasTwoLines(field, style));
  const shownParts = isMultiline ? parts : parts.map(onOneLine);
  const bare = withoutBox(field);
  const text =
    numCells === undefined
      ? textBlock(bare, shownParts, context)
      : combBlock(bare, shownParts, numCells, context);
  const flags =
    flagsOf(form) +
    (isMultiline ? FORM_FLAGS.multiline : 0) +
    (isList ? FORM_FLAGS.combo : 0) +
    (numCells === undefined ? 0 : FORM_FLAGS.comb);
  const formField = context.form.add(nameOf(field, form), form.row !== undefined, {
    label: form.label,
    flags,
  });
  // Readers make as many cells as there can be characters.
  const maxLength = numCells ?? form.maxLength ?? undefined;
  const valueOn = (page: PageNumber) => {
    const value = spansOf(shownParts, style.fontName, page)
      .map((span) => span.text)
      .join("")
      .replaceAll(/\r\n?/g, "\n");
    if (value.length <= MAX_VALUE) return value;
    const limit = MAX_VALUE.toLocaleString("en-US");
    throw new PermanentRenderError(
      "render_failed",
      `${field.name}: The value of a form field can have at most ${limit} characters`,
    );
  };
  return {
    extent: { kind: "whole", height: field.height },
    paint: (placement, page, sheet) => {
      const value = valueOn(page);
      const drawing = text.paint({ ...placement, top: 0 }, page, appearanceSheet(field, sheet));
      const content: TextWidget = {
        kind: "text",
        drawing,
        value,
        font: sheet.resources.editingFont(editingFace(style)),
        fontSize: field.dynamicFontSize ? 0 : style.fontSize,
        colour: colourOperands(style.fontColor) ?? "0 0 0",
        alignment: style.alignment === "justify" ? "left" : (style.alignment ?? "left"),
        maxLength: maxLength === undefined ? undefined : Math.max(maxLength, value.length),
        options: isList ? withValue(field.options ?? [], value) : undefined,
      };
      addWidget(formField, field, placement.top, content, sheet);
      const { position, width, height } = field;
      const box = { left: position.x, top: placement.top, width, height };
      const frame =
        numCells === undefined
          ? boxContent(box, style, sheet)
          : combContent(box, style, numCells, sheet);
      return decoration(frame, sheet);
    },
  };
}

/** A mark that people can set. */
export function markFormBlock(
  field: MarkField,
  isOn: boolean,
  form: FilledForm,
  {
    block,
    context,
  }: { readonly block: (state: "true" | "false") => Block; readonly context: BlockContext },
): Block {
  const [on, off] = [block("true"), block("false")];
  const isChoice = isRadioButton(field);
  const isRepeated = form.row !== undefined;
  const { group } = field;
  const formField = isChoice
    ? context.form.choice(toFormFieldName(group ?? ""), form.row ?? context.form, isRepeated, {
        label: group ?? form.label,
        flags: flagsOf(form) + FORM_FLAGS.radio + FORM_FLAGS.noToggleToOff,
      })
    : context.form.add(nameOf(field, form), isRepeated, {
        label: form.label,
        flags: flagsOf(form),
      });
  return {
    extent: { kind: "whole", height: field.height },
    paint: (placement, page, sheet) => {
      const own = appearanceSheet(field, sheet);
      const content: MarkWidget = {
        kind: "mark",
        on: on.paint({ ...placement, top: 0 }, page, own),
        off: off.paint({ ...placement, top: 0 }, page, own),
        state: isChoice ? nameOf(field, form) : "Yes",
        isOn,
        isChoice,
        label: form.label,
      };
      addWidget(formField, field, placement.top, content, sheet);
      return "";
    },
  };
}

/** A field at the upper left of a sheet. */
export function atOrigin<F extends FillableField>(field: F): F {
  return { ...field, position: { x: 0, y: 0 } };
}

/** A field whose borders and background are on the page, below the form field. */
function withoutBox<F extends TextField | MultiVariableTextField>(field: F): F {
  return { ...atOrigin(field), backgroundColor: null, borderColor: null };
}

/** A sheet of the size of a field. Its content has no tags: those are of the form field as a whole. */
function appearanceSheet({ height }: FillableField, { resources }: Sheet): Sheet {
  return { resources, height: height * POINTS, links: [], widgets: [], signing: [] };
}

function addWidget(
  field: FormField,
  { position, width, height }: FillableField,
  top: number,
  content: Widget["content"],
  { height: sheetHeight, tags, widgets }: Sheet,
): void {
  const left = position.x * POINTS;
  const bottom = sheetHeight - (top + height) * POINTS;
  const box = [left, bottom, left + width * POINTS, bottom + height * POINTS] as const;
  widgets.push({ field, box, content, element: tags?.field.add("Form") });
}

function nameOf(field: FillableField, form: FilledForm): string {
  return form.name ?? toFormFieldName(field.name);
}

function flagsOf({ readOnly, required }: FilledForm): number {
  return (
    (readOnly === true ? FORM_FLAGS.readOnly : 0) + (required === true ? FORM_FLAGS.required : 0)
  );
}

function hasTwoLines(field: TextField | MultiVariableTextField, style: TextStyle): boolean {
  const { width, height } = field;
  const inside = insideBox({ left: 0, top: 0, width, height }, style);
  return inside.height >= 2 * lineHeight({ style, fontSize: style.fontSize });
}

function onOneLine(part: RichPart): RichPart {
  if (!("text" in part) || !/[\r\n]/.test(part.text)) return part;
  const lines = part.text.split(/[\r\n]+/);
  const last = lines.length - 1;
  const text = lines
    .map((line, index) =>
      index === 0 ? line.trimEnd() : index === last ? line.trimStart() : line.trim(),
    )
    .filter((line, index) => line !== "" || index === 0 || index === last)
    .join(" ");
  return { ...part, text };
}

/** The options of a list. A value that is none of them stays selectable. */
function withValue(options: ReadonlyArray<string>, value: string): ReadonlyArray<string> {
  return value === "" || options.includes(value) ? options : [...options, value];
}

/** The face of a style, or Roboto: only TrueType outlines can be embedded in a simple font. */
function editingFace({ fontName }: TextStyle): Face {
  const face = leadFace(fontName);
  return face.font.hasTrueTypeOutlines ? face : leadFace("Roboto");
}
