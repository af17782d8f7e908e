import { diagonalOf, lengthBases, type Painter, type Place } from "../painter.ts";
import { computeStyle, type Style } from "../style/style.ts";
import { lengthList, lengthOf, numbersOf } from "../style/values.ts";
import type { SvgElement } from "../svg_element.ts";

/** Where a character begins: `x` and `y` are absolute, `dx` and `dy` move it, `rotate` is in degrees. */
interface CharacterPlace {
  readonly x?: number | undefined;
  readonly y?: number | undefined;
  readonly dx?: number | undefined;
  readonly dy?: number | undefined;
  readonly rotate?: number | undefined;
}

/** Characters of one style that follow each other. */
export interface TextSegment extends CharacterPlace {
  readonly text: string;
  readonly style: Style;
  /** The distance above the baseline of the text. */
  readonly rise: number;
}

interface Character extends TextSegment {
  readonly isCollapsible: boolean;
}

/** The positions that an element has for its characters, from its first one. */
interface Positions {
  readonly first: number;
  readonly lists: Readonly<Record<keyof CharacterPlace, ReadonlyArray<number>>>;
}

const KEYS = ["x", "y", "dx", "dy", "rotate"] as const;

/** Splits the text of a `<text>` element into segments, without the spaces that are not shown. */
export function textSegments(
  element: SvgElement,
  painter: Painter,
  place: Place,
): ReadonlyArray<TextSegment> {
  const characters: Array<Character> = [];
  let endsWithSpace = true;
  const addText = (text: string, style: Style, rise: number, levels: ReadonlyArray<Positions>) => {
    const isCollapsible = !style.keepsSpaces;
    for (const char of text.replaceAll(/[\t\r\n]/g, " ")) {
      if (char === " " && isCollapsible && endsWithSpace) continue;
      endsWithSpace = char === " ";
      const at = placeOf(characters.length, levels);
      characters.push({ ...at, text: char, style, rise, isCollapsible });
    }
  };
  const walk = (parent: SvgElement, at: Place, rise: number, levels: ReadonlyArray<Positions>) => {
    for (const child of parent.children) {
      if (typeof child === "string") {
        addText(child, at.style, rise, levels);
        continue;
      }
      const { name } = child;
      if (name === "textPath") painter.warn("<textPath> is not supported: its text is on a line");
      if (!INLINE.has(name)) continue;
      const declared = painter.declaredOf(child);
      if (declared("display") === "none") continue;
      const computed = computeStyle(at.style, declared, diagonalOf(at.viewport));
      const alignment = declared("alignment-baseline");
      const dominantBaseline =
        alignment === undefined || alignment === "baseline" || alignment === "auto"
          ? computed.dominantBaseline
          : alignment;
      const style =
        dominantBaseline === computed.dominantBaseline
          ? computed
          : { ...computed, dominantBaseline };
      const own = { ...at, style };
      const shift = shiftOf(declared("baseline-shift"), style.fontSize);
      walk(child, own, rise + shift, [positionsOf(child, own, characters.length), ...levels]);
    }
  };
  walk(element, place, 0, [positionsOf(element, place, 0)]);
  const last = characters.at(-1);
  if (last?.text === " " && last.isCollapsible) characters.pop();
  return joined(characters);
}

/** The elements inside text. */
const INLINE: ReadonlySet<string> = new Set(["tspan", "a", "textPath"]);

function positionsOf({ attributes }: SvgElement, place: Place, first: number): Positions {
  const { across, down } = lengthBases(place);
  const list = (name: string, base: typeof across) => lengthList(attributes.get(name), base);
  return {
    first,
    lists: {
      x: list("x", across),
      y: list("y", down),
      dx: list("dx", across),
      dy: list("dy", down),
      rotate: numbersOf(attributes.get("rotate") ?? ""),
    },
  };
}

/** The place of a character, from the innermost element that has one. */
function placeOf(index: number, levels: ReadonlyArray<Positions>): CharacterPlace {
  const place: Partial<Record<keyof CharacterPlace, number>> = {};
  for (const key of KEYS) {
    for (const { first, lists } of levels) {
      const list = lists[key];
      // The last rotation is that of all further characters.
      const value = list[index - first] ?? (key === "rotate" ? list.at(-1) : undefined);
      if (value === undefined) continue;
      place[key] = value;
      break;
    }
  }
  return place;
}

function shiftOf(text: string | undefined, fontSize: number): number {
  if (text === "super") return fontSize / 3;
  if (text === "sub") return -fontSize / 5;
  return lengthOf(text, { whole: fontSize, fontSize }) ?? 0;
}

/** Joins characters that follow each other without places of their own. */
function joined(characters: ReadonlyArray<Character>): ReadonlyArray<TextSegment> {
  const segments: Array<TextSegment> = [];
  let run: Array<string> = [];
  let first: Character | undefined;
  const flush = () => {
    if (first !== undefined) segments.push({ ...first, text: run.join("") });
  };
  for (const character of characters) {
    const { x, y, dx, dy, rotate, style, rise } = character;
    const isPlaced = [x, y, dx, dy].some((value) => value !== undefined) || (rotate ?? 0) !== 0;
    if (!isPlaced && first?.style === style && first.rise === rise && !first.rotate) {
      run.push(character.text);
      continue;
    }
    flush();
    [first, run] = [character, [character.text]];
  }
  flush();
  return segments;
}
