import { PdfDict, PdfStream } from "@libpdf/core";

import { ContentScanner, type Operand } from "../read/content_scanner.ts";
import { type VisibleArea, toVisibleMatrix, sizeOfVisibleArea } from "../read/visible_area.ts";
import {
  multiplyMatrices,
  type Glyph,
  placeGlyph,
  IDENTITY,
  type Matrix,
  settingOf,
} from "./glyph.ts";
import { contentOf, decodeStream, inheritedEntry, numbers, type Resolve } from "./page_objects.ts";
import type { TextFont, TextFonts } from "./text_fonts.ts";

/** The part of the graphics state on which text depends. */
interface State {
  matrix: Matrix;
  font: TextFont | undefined;
  size: number;
  charSpacing: number;
  wordSpacing: number;
  scale: number;
  leading: number;
  rise: number;
}

const INITIAL_STATE: State = {
  matrix: IDENTITY,
  font: undefined,
  size: 0,
  charSpacing: 0,
  wordSpacing: 0,
  scale: 1,
  leading: 0,
  rise: 0,
};

/** The nesting limits of forms and of saved graphics states. */
const MAX_DEPTH = { forms: 12, states: 512 };

/** Glyphs and forms of a page above these numbers are ignored. */
const MAX_COUNTS = { glyphs: 500_000, forms: 5_000 };

/** Reads the glyphs of pages and their positions, also inside of forms. */
export class GlyphReader {
  readonly #fonts: TextFonts;
  readonly #resolve: Resolve;

  constructor(fonts: TextFonts, resolve: Resolve) {
    this.#fonts = fonts;
    this.#resolve = resolve;
  }

  /** Returns the glyphs of a page in drawing order. */
  read(page: PdfDict, area: VisibleArea): ReadonlyArray<Glyph> {
    const collector = new GlyphCollector(area);
    const resources = inheritedEntry(page, "Resources", this.#resolve);
    this.#walk(
      contentOf(page, this.#resolve),
      resources instanceof PdfDict ? resources : undefined,
      { ...INITIAL_STATE, matrix: toVisibleMatrix(area) },
      collector,
      0,
    );
    return collector.glyphs;
  }

  #walk(
    content: Uint8Array,
    resources: PdfDict | undefined,
    state: State,
    collector: GlyphCollector,
    depth: number,
  ): void {
    const savedStates: Array<State> = [];
    const cursor = new Cursor();
    for (const { operator, operands } of contentOperations(content)) {
      if (collector.isFull) return;
      const number = (offset: number) => numberOf(operands[offset]);
      switch (operator) {
        case "q":
          if (savedStates.length < MAX_DEPTH.states) savedStates.push({ ...state });
          break;
        case "Q":
          Object.assign(state, savedStates.pop());
          break;
        case "cm":
          state.matrix = multiplyMatrices(matrixOf(operands), state.matrix);
          break;
        case "Tf":
          state.font = this.#fonts.find(resources, nameOf(operands[0]));
          state.size = number(1);
          break;
        case "Do":
          this.#form(nameOf(operands[0]), resources, state, collector, depth);
          break;
        default:
          applyTextOperator(operator, operands, { state, cursor, collector });
      }
    }
  }

  #form(
    name: string,
    resources: PdfDict | undefined,
    state: State,
    collector: GlyphCollector,
    depth: number,
  ): void {
    const form = resources?.getDict("XObject", this.#resolve)?.get(name, this.#resolve);
    if (!(form instanceof PdfStream) || form.getName("Subtype", this.#resolve)?.value !== "Form")
      return;
    if (depth >= MAX_DEPTH.forms || collector.forms++ >= MAX_COUNTS.forms) return;
    const matrix = numbers(form.get("Matrix", this.#resolve), this.#resolve);
    this.#walk(
      decodeStream(form),
      form.getDict("Resources", this.#resolve) ?? resources,
      { ...state, matrix: multiplyMatrices(asMatrix(matrix ?? IDENTITY), state.matrix) },
      collector,
      depth + 1,
    );
  }
}

/** Collects the visible glyphs of a page. */
class GlyphCollector {
  readonly glyphs: Array<Glyph> = [];
  forms = 0;
  readonly #width: number;
  readonly #height: number;
  #letters = 0;

  constructor(area: VisibleArea) {
    ({ width: this.#width, height: this.#height } = sizeOfVisibleArea(area));
  }

  get isFull(): boolean {
    return this.#letters >= MAX_COUNTS.glyphs;
  }

  /** Adds a glyph unless it is outside of the visible area. */
  add(glyph: Glyph | undefined): void {
    this.#letters += 1;
    if (glyph === undefined) return;
    const { left, top, right, bottom } = glyph;
    const isShown = right > 0 && bottom > 0 && left < this.#width && top < this.#height;
    if (isShown) this.glyphs.push(glyph);
  }
}

/** The text and line matrices: the position of the next glyph and of the line start. */
class Cursor {
  text = IDENTITY;
  line = IDENTITY;

  set(matrix: Matrix): void {
    this.text = matrix;
    this.line = matrix;
  }

  nextLine(x: number, y: number): void {
    this.set(multiplyMatrices([1, 0, 0, 1, x, y], this.line));
  }

  forward(x: number): void {
    this.text = multiplyMatrices([1, 0, 0, 1, x, 0], this.text);
  }
}

interface Context {
  readonly state: State;
  readonly cursor: Cursor;
  readonly collector: GlyphCollector;
}

function applyTextOperator(
  operator: string,
  operands: ReadonlyArray<Operand>,
  context: Context,
): void {
  const { state, cursor } = context;
  const number = (offset: number) => numberOf(operands[offset]);
  const lastOperand = operands.at(-1);
  switch (operator) {
    case "BT":
      cursor.set(IDENTITY);
      break;
    case "Tc":
      state.charSpacing = number(0);
      break;
    case "Tw":
      state.wordSpacing = number(0);
      break;
    case "Tz":
      state.scale = number(0) / 100;
      break;
    case "TL":
      state.leading = number(0);
      break;
    case "Ts":
      state.rise = number(0);
      break;
    case "TD":
      state.leading = -number(1);
      cursor.nextLine(number(0), number(1));
      break;
    case "Td":
      cursor.nextLine(number(0), number(1));
      break;
    case "Tm":
      cursor.set(matrixOf(operands));
      break;
    case "T*":
      cursor.nextLine(0, -state.leading);
      break;
    case '"':
      state.wordSpacing = number(0);
      state.charSpacing = number(1);
      cursor.nextLine(0, -state.leading);
      show(lastOperand, context);
      break;
    case "'":
      cursor.nextLine(0, -state.leading);
      show(lastOperand, context);
      break;
    case "Tj":
    case "TJ":
      show(lastOperand, context);
      break;
  }
}

function show(operand: Operand | undefined, context: Context): void {
  const { state, cursor } = context;
  if (operand?.kind === "array") {
    for (const item of operand.items) {
      if (item.kind === "number") cursor.forward((-item.value / 1000) * state.size * state.scale);
      else show(item, context);
    }
    return;
  }
  if (operand?.kind === "string") showBytes(operand.bytes, context);
}

function showBytes(bytes: Uint8Array, { state, cursor, collector }: Context): void {
  const { font, size, scale } = state;
  if (font === undefined) return;
  const setting = settingOf(font, multiplyMatrices(cursor.text, state.matrix), state);
  const { codeLength } = font;
  let from = 0;
  for (
    let index = 0;
    index + codeLength <= bytes.length && !collector.isFull;
    index += codeLength
  ) {
    const code =
      codeLength === 1 ? (bytes[index] ?? 0) : (bytes[index] ?? 0) * 256 + (bytes[index + 1] ?? 0);
    const width = font.widthOf(code);
    const text = font.textOf(code);
    if (text !== "" && setting !== undefined) collector.add(placeGlyph(text, from, width, setting));
    // Word spacing applies only to single-byte codes.
    const wordSpacing = codeLength === 1 && code === 0x20 ? state.wordSpacing : 0;
    from += (width * size + state.charSpacing + wordSpacing) * scale;
  }
  cursor.forward(from);
}

function numberOf(operand: Operand | undefined): number {
  return operand?.kind === "number" ? operand.value : 0;
}

function nameOf(operand: Operand | undefined): string {
  return operand?.kind === "name" ? operand.name : "";
}

function matrixOf(operands: ReadonlyArray<Operand>): Matrix {
  return asMatrix(operands.slice(-6).map(numberOf));
}

function asMatrix([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: ReadonlyArray<number>): Matrix {
  return [a, b, c, d, e, f];
}

/** An operator of a content stream with its operands. */
interface Operation {
  readonly operator: string;
  readonly operands: ReadonlyArray<Operand>;
}

/** No operator takes more; further operands are ignored. */
const MAX_OPERANDS = 64;

/** Yields the operations of a content stream and skips invalid tokens. */
function* contentOperations(bytes: Uint8Array): Generator<Operation> {
  const scanner = new ContentScanner(bytes);
  let operands: Array<Operand> = [];
  for (;;) {
    const token = scanner.next();
    if (token === undefined) return;
    if (token.kind !== "operator") {
      if (operands.length < MAX_OPERANDS) operands.push(token);
      continue;
    }
    if (token.name === "ID") scanner.skipInlineImage();
    else yield { operator: token.name, operands };
    operands = [];
  }
}
