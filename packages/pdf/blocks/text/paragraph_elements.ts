import type { MultiVariableTextField, TextField } from "@paraph/core/layouts";

import type { TextStyle } from "../../fill/text_style.ts";
import type { Line } from "../../text/line.ts";
import type { StructureElement, StructureType } from "../../write/tags/structure.ts";
import type { Sheet } from "../sheet.ts";

/**
 * The elements of a text: a heading, or paragraphs. Empty lines divide paragraphs; so do all line breaks if
 * the style sets paragraphs apart.
 */
export class ParagraphElements {
  readonly #type: StructureType;
  readonly #elements: Array<StructureElement> = [];
  /** The paragraph of each line. */
  readonly #paragraphs: ReadonlyArray<number> | undefined;

  constructor(
    { heading }: Pick<TextField | MultiVariableTextField, "heading">,
    lines: ReadonlyArray<Line>,
    style: TextStyle,
  ) {
    const level = headingLevel(heading ?? 0);
    this.#type = level === undefined ? "P" : `H${level}`;
    this.#paragraphs =
      level !== undefined || lines.length === 1 ? undefined : paragraphsOf(lines, style);
  }

  /** Returns the element of a line, undefined for text that is no part of the structure. */
  elementOf(line: number, { tags }: Sheet): StructureElement | undefined {
    if (tags === undefined) return undefined;
    const paragraph = this.#paragraphs?.[line] ?? this.#paragraphs?.at(-1) ?? 0;
    return (this.#elements[paragraph] ??= tags.field.add(this.#type));
  }
}

const LEVELS = [undefined, 1, 2, 3, 4, 5, 6] as const;

/** The level of a heading, undefined for 0. */
export function headingLevel(heading: number) {
  return LEVELS[heading];
}

function paragraphsOf(
  lines: ReadonlyArray<Line>,
  { paragraphSpacing, firstLineIndent }: TextStyle,
): ReadonlyArray<number> {
  const areApart = paragraphSpacing > 0 || firstLineIndent > 0;
  let paragraph = 0;
  return lines.map(({ pieces, endsParagraph }) => {
    const own = paragraph;
    if (pieces.length === 0 || (areApart && endsParagraph)) paragraph += 1;
    return own;
  });
}
