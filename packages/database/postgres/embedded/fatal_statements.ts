import { eachMessage, encodeQuery, MESSAGE, readText } from "./wire_protocol.ts";

/**
 * The maximum nesting of brackets, above anything in use.
 *
 * PostgreSQL's own limit does not hold in WebAssembly: near 6000 levels of JSON overflow the stack of
 * JavaScript, and a backend that fails inside a statement cannot continue.
 */
const MAX_JSON_DEPTH = 2000;

/** Replaces a cycle that would end the embedded backend by one that only fails. */
export function rejectFatalStatements(cycle: Buffer): Buffer {
  if (jsonDepthOf(cycle) > MAX_JSON_DEPTH) {
    return failWith("54001", `JSON nested deeper than ${MAX_JSON_DEPTH} levels`);
  }
  // The backend would wait for rows in the middle of the cycle, where none can arrive.
  if (hasCopyFromStdin(cycle))
    return failWith("0A000", "COPY FROM STDIN is not supported by the embedded database");
  return cycle;
}

/** Fails in the backend, so that an open transaction fails as on a server. */
function failWith(code: string, message: string): Buffer {
  return encodeQuery(`DO $$ BEGIN RAISE '${message}' USING ERRCODE = '${code}'; END $$`);
}

/** The deepest nesting in the parameters of a cycle, read as JSON. */
function jsonDepthOf(cycle: Buffer): number {
  let deepest = 0;
  eachMessage(cycle, (type, start) => {
    if (type !== MESSAGE.bind) return;
    for (const [from, to] of parametersOf(cycle, start + 5)) {
      deepest = Math.max(deepest, bracketDepth(cycle, from, to));
    }
  });
  return deepest;
}

/** Yields the positions of the parameters of a Bind message, which follow portal, statement and formats. */
function* parametersOf(
  cycle: Buffer,
  body: number,
): Generator<readonly [from: number, to: number]> {
  const formats = cycle.indexOf(0, cycle.indexOf(0, body) + 1) + 1;
  const values = formats + 2 + 2 * cycle.readInt16BE(formats);
  let offset = values + 2;
  for (let left = cycle.readInt16BE(values); left > 0; left--) {
    const length = cycle.readInt32BE(offset);
    const from = offset + 4;
    offset = from + Math.max(length, 0);
    if (length > 0) yield [from, offset];
  }
}

const QUOTE = 0x22;
const ESCAPE = 0x5c;
const OPENING: ReadonlySet<number | undefined> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number | undefined> = new Set([0x5d, 0x7d]);

/** White space, and the version byte of binary jsonb. */
const BLANK: ReadonlySet<number | undefined> = new Set([0x20, 0x09, 0x0a, 0x0d, 0x01]);

/**
 * The nesting of brackets outside of JSON strings. Text that does not begin with a bracket is not nested
 * JSON, so files may contain any number.
 */
function bracketDepth(bytes: Buffer, from: number, to: number): number {
  let first = from;
  while (first < to && BLANK.has(bytes[first])) first++;
  if (!OPENING.has(bytes[first])) return 0;
  let depth = 0;
  let deepest = 0;
  let isInString = false;
  for (let offset = first; offset < to; offset++) {
    const byte = bytes[offset];
    if (byte === QUOTE) isInString = !isInString;
    else if (isInString) offset += byte === ESCAPE ? 1 : 0;
    else if (OPENING.has(byte)) deepest = Math.max(deepest, ++depth);
    else if (CLOSING.has(byte)) depth = Math.max(0, depth - 1);
  }
  return deepest;
}

function hasCopyFromStdin(cycle: Buffer): boolean {
  let hasCopy = false;
  eachMessage(cycle, (type, start) => {
    if (type !== MESSAGE.query && type !== MESSAGE.parse) return;
    const body = start + 5;
    const statement = type === MESSAGE.query ? body : cycle.indexOf(0, body) + 1;
    hasCopy ||= /\bcopy\b.+\bfrom\s+stdin\b/is.test(readText(cycle, statement));
  });
  return hasCopy;
}
