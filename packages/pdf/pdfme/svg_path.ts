import { quote, UnsupportedDrawing } from "../permanent_render_error.ts";

/** The number of arguments of each path command. */
const NUMBERS: Readonly<Record<string, number>> = {
  m: 2,
  l: 2,
  h: 1,
  v: 1,
  c: 6,
  s: 4,
  q: 4,
  t: 2,
  a: 7,
  z: 0,
};
const NUMBER = /[\s,]*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)/iy;
/** The flags of an arc may have no separator. */
const FLAG = /[\s,]*([01])/y;

/** Normalizes path data to the notation that pdfme reads correctly. */
export function pathData(data: string): string {
  const commands = data.trim().matchAll(/([mlhvcsqtaz])([^mlhvcsqtaz]*)/gi);
  if (!/^\s*m/i.test(data)) throw unreadable("path", data);
  return Array.from(commands, ([, command = "", rest = ""]) => {
    const size = NUMBERS[command.toLowerCase()] ?? 0;
    const numbers = readNumbers(rest, /a/i.test(command));
    const isWhole = size === 0 ? numbers?.length === 0 : (numbers?.length ?? 0) % size === 0;
    if (numbers === undefined || !isWhole || (size > 0 && numbers.length === 0))
      throw unreadable("path", data);
    return command + numbers.join(" ");
  }).join("");
}

/** Converts the points of a polygon or a polyline to path data; "" when there are none. */
export function pointsData(points: string): string {
  const numbers = readNumbers(points, false);
  if (numbers === undefined || numbers.length % 2 !== 0) throw unreadable("list of points", points);
  return numbers.length === 0 ? "" : `M${numbers.join(" ")}`;
}

function readNumbers(text: string, isArc: boolean): ReadonlyArray<number> | undefined {
  const numbers: Array<number> = [];
  let offset = 0;
  for (;;) {
    const place = numbers.length % 7;
    const kind = isArc && (place === 3 || place === 4) ? FLAG : NUMBER;
    kind.lastIndex = offset;
    const match = kind.exec(text);
    if (match === null) break;
    numbers.push(Number(match[1]));
    offset = kind.lastIndex;
  }
  return text.slice(offset).trim() === "" ? numbers : undefined;
}

function unreadable(what: string, text: string): UnsupportedDrawing {
  return new UnsupportedDrawing(`The ${what} ${quote(text)} cannot be read`);
}
