import { decimal, POINTS } from "../write/content.ts";
import { artifact, END_MARKED } from "../write/tags/structure.ts";
import { textString } from "../write/text_string.ts";
import type { Rectangle, Sheet } from "./sheet.ts";

/** How screen readers describe a picture. */
export interface Description {
  /** Undefined for a picture without a description. */
  readonly alt: string | undefined;
  /** Whether they skip it. */
  readonly isDecorative: boolean;
}

/** Content without a meaning, such as backgrounds, borders and rules. */
export function decoration(content: string, { tags }: Sheet): string {
  return tags === undefined ? content : artifact(content);
}

/** The content of a picture. */
export function figure(
  content: string,
  { alt, isDecorative }: Description,
  { left, top, width, height }: Rectangle,
  { tags, height: sheetHeight }: Sheet,
): string {
  if (content === "" || tags === undefined) return content;
  if (isDecorative) return artifact(content);
  const box = [
    left * POINTS,
    sheetHeight - (top + height) * POINTS,
    (left + width) * POINTS,
    sheetHeight - top * POINTS,
  ];
  const entries = alt === undefined || alt === "" ? "" : `/Alt ${textString(alt)}`;
  const element = tags.field.add(
    "Figure",
    `${entries}/A<</O/Layout/Placement/Block/BBox[${box.map(decimal).join(" ")}]>>`,
  );
  return `${tags.page.begin(element)}${content}${END_MARKED}`;
}
