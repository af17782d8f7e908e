import { DoubleDeflate } from "./deflate/double_deflate.ts";
import { NumberedText } from "./deflate/numbered_text.ts";

/** Objects of the same length and with consecutive numbers, which are no streams. */
export interface ObjectGroup {
  /** The number of the first object. */
  readonly first: number;
  readonly count: number;
  /** The length of each object. */
  readonly length: number;
  /** Adds the objects from one index to another. */
  readonly write: (into: DoubleDeflate, from: number, to: number) => void;
}

/** A field for a number in a template. Its width holds any object number. */
export const FIELD = "#######";

/** References to objects as part of another object. */
const REFERENCE = `${FIELD} 0 R `;
const REFERENCE_TEXT = new NumberedText(REFERENCE);

/** An object's number and its offset, in the head of a stream. */
const ENTRY_TEXT = new NumberedText(`${FIELD} ${FIELD}# `);

/** The texts of templates, which documents share: few have entries of their own. */
const texts = new Map<string, NumberedText>();

function textOf(template: string): NumberedText {
  const cachedText = texts.get(template);
  if (cachedText !== undefined) return cachedText;
  // With a round length, few digits of the offsets change.
  const length = Math.ceil((template.length + 1) / 25) * 25;
  const text = new NumberedText(`${template.padEnd(length - 1)}\n`);
  if (texts.size >= 256) texts.clear();
  texts.set(template, text);
  return text;
}

/** Writes objects of a group, from one index to another, by setting the numbers in their text. */
type WriteObjects = (into: DoubleDeflate, text: NumberedText, from: number, to: number) => void;

/** Makes a group of objects from the same template. */
export function repeatedObjects(
  first: number,
  count: number,
  template: string,
  write: WriteObjects,
): ObjectGroup {
  const text = textOf(template);
  return {
    first,
    count,
    length: text.bytes.length,
    write: (into, from, to) => write(into, text, from, to),
  };
}

/** Makes an object of text in ASCII and references to objects by their numbers. */
export function singleObject(
  number: number,
  parts: ReadonlyArray<string | Int32Array>,
): ObjectGroup {
  const lengthOf = (part: (typeof parts)[number]) =>
    typeof part === "string" ? part.length : part.length * REFERENCE.length;
  return {
    first: number,
    count: 1,
    length: parts.reduce((sum, part) => sum + lengthOf(part), 1),
    write: (into) => {
      for (const part of parts) {
        if (typeof part === "string") into.text(part);
        else writeReferences(into, part);
      }
      into.text("\n");
    },
  };
}

function writeReferences(into: DoubleDeflate, numbers: Int32Array): void {
  for (let index = 0; index < numbers.length;) {
    const first = numbers[index] ?? 0;
    let count = 1;
    while (numbers[index + count] === first + count) count += 1;
    REFERENCE_TEXT.numbers[0] = first;
    into.numberedRun(REFERENCE_TEXT, 0, count);
    index += count;
  }
}

/** An object stream. */
export interface ObjectStream {
  readonly entries: string;
  readonly bytes: Uint8Array;
  /** Its objects, in their order. */
  readonly groups: ReadonlyArray<Pick<ObjectGroup, "first" | "count">>;
}

/** The number of objects in an object stream: readers unpack all for one of them. */
const PER_STREAM = 20_000;

/** Writes objects into as many streams as needed. */
export function* objectStreams(groups: ReadonlyArray<ObjectGroup>): Generator<ObjectStream> {
  let slices: Array<GroupSlice> = [];
  let free = PER_STREAM;
  for (const group of groups) {
    for (let from = 0; from < group.count;) {
      const to = Math.min(group.count, from + free);
      slices.push({ group, from, to });
      free -= to - from;
      from = to;
      if (free > 0) continue;
      yield objectStream(slices);
      [slices, free] = [[], PER_STREAM];
    }
  }
  if (slices.length > 0) yield objectStream(slices);
}

/** The objects of a group in one stream. */
interface GroupSlice {
  readonly group: ObjectGroup;
  readonly from: number;
  readonly to: number;
}

function objectStream(slices: ReadonlyArray<GroupSlice>): ObjectStream {
  const text = new DoubleDeflate();
  let [offset, count] = [0, 0];
  for (const { group, from, to } of slices) {
    for (let index = from; index < to; index++) {
      ENTRY_TEXT.numbers[0] = group.first + index;
      ENTRY_TEXT.numbers[1] = offset;
      text.numbered(ENTRY_TEXT);
      offset += group.length;
    }
    count += to - from;
  }
  for (const { group, from, to } of slices) group.write(text, from, to);
  const { entries, bytes } = text.finish();
  return {
    entries: `/Type/ObjStm/N ${count}/First ${count * ENTRY_TEXT.bytes.length}${entries}`,
    bytes,
    groups: slices.map(({ group, from, to }) => ({ first: group.first + from, count: to - from })),
  };
}
