/** A signature of a PDF: where its own bytes stand, and what it covers. */
export interface SignatureGap {
  /** The signature itself, as CMS. */
  readonly cms: Uint8Array;
  /** Everything that it covers: what stands before its own bytes, and what stands after them. */
  readonly covered: readonly [before: Uint8Array, after: Uint8Array];
  /** Where what it covers ends. */
  readonly end: number;
  /** What its dictionary claims of itself, such as `ETSI.CAdES.detached`. */
  readonly subFilter: string | undefined;
  /** When it was made, by the clock of its signer. */
  readonly claimedAt: Date | undefined;
  /** What a certification signature permits later (`P` of `DocMDP`); `undefined` for any other. */
  readonly permitted: number | undefined;
}

/** A signature claims something that cannot be. */
export class ImpossibleSignature extends Error {}

/** No honest document has more signatures. */
const MOST_SIGNATURES = 100;
/** How large the dictionary around a signature is, at most, without the signature itself. */
const DICTIONARY = 4096;

const RANGE =
  /\/ByteRange\s{0,20}\[\s{0,20}(\d{1,12})\s{1,20}(\d{1,12})\s{1,20}(\d{1,12})\s{1,20}(\d{1,12})\s{0,20}\]/y;

/**
 * Finds every signature of a PDF in its bytes, and what each covers: all from the beginning, except its
 * own bytes. Fails with `ImpossibleSignature` when one leaves out more or is none.
 *
 * The file is not taken apart: whatever a reader of PDFs makes of it, bytes that no signature covers
 * are what matters.
 */
export function signatureGaps(bytes: Uint8Array): ReadonlyArray<SignatureGap> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const gaps: Array<SignatureGap> = [];
  for (let at = file.indexOf("/ByteRange"); at !== -1; at = file.indexOf("/ByteRange", at + 1)) {
    if (gaps.length === MOST_SIGNATURES)
      throw new ImpossibleSignature("It has too many signatures");
    gaps.push(readGap(file, at));
  }
  return gaps;
}

function readGap(file: Buffer, at: number): SignatureGap {
  RANGE.lastIndex = 0;
  const match = RANGE.exec(file.toString("latin1", at, at + 200));
  if (match === null) throw new ImpossibleSignature("A signature does not say what it covers");
  const [, start = 0, before = 0, from = 0, after = 0] = match.map(Number);
  const end = from + after;
  if (start !== 0) throw new ImpossibleSignature("A signature does not cover the beginning");
  if (end > file.length) throw new ImpossibleSignature("The file is cut short");
  const opens = before < from && file[before] === LESS && file[from - 1] === GREATER;
  const stands = at < before || at >= from;
  if (!opens || !stands)
    throw new ImpossibleSignature("A signature leaves out more than its own bytes");
  return {
    cms: readHex(file.subarray(before + 1, from - 1)),
    covered: [file.subarray(0, before), file.subarray(from, end)],
    end,
    ...readDictionary(dictionaryAround(file, before, from)),
  };
}

const LESS = 0x3c;
const GREATER = 0x3e;

/** The hexadecimal string that a signature is, up to the noughts that fill the room left for it. */
function readHex(hex: Buffer): Uint8Array {
  for (const byte of hex) {
    const isDigit = (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46);
    if (!isDigit && !(byte >= 0x61 && byte <= 0x66))
      throw new ImpossibleSignature("A signature leaves out more than its own bytes");
  }
  if (hex.length % 2 !== 0) throw new ImpossibleSignature("A signature is cut short");
  const room = Buffer.from(hex.toString("latin1"), "hex");
  const length = derLength(room);
  if (length > room.length) throw new ImpossibleSignature("A signature is cut short");
  // What fills the room is not covered by anything: it may hold nothing.
  if (room.subarray(length).some((byte) => byte !== 0))
    throw new ImpossibleSignature("Something is hidden behind a signature");
  return new Uint8Array(room.subarray(0, length));
}

/** How long the DER at the beginning is, by what it says itself. */
function derLength(der: Buffer): number {
  const [tag, first = 0x80] = der;
  if (tag !== 0x30) throw new ImpossibleSignature("A signature cannot be read");
  if (first < 0x80) return 2 + first;
  const size = first & 0x7f;
  if (size === 0 || size > 4 || der.length < 2 + size)
    throw new ImpossibleSignature("A signature cannot be read");
  return 2 + size + der.readUIntBE(2, size);
}

/** The entries of the signature dictionary, before and after the signature's own bytes. */
function dictionaryAround(file: Buffer, before: number, from: number): string {
  const head = file.toString("latin1", Math.max(0, before - DICTIONARY), before);
  const own = head.slice(Math.max(0, head.lastIndexOf(" obj")));
  const [tail = ""] = file.toString("latin1", from, from + DICTIONARY).split("endobj");
  return own + tail;
}

function readDictionary(entries: string) {
  const certification = /\/TransformMethod\s{0,20}\/DocMDP\b/.test(entries);
  // The entry is optional, and 2 is its default.
  const permission = /\/P\s{1,20}([123])\b/.exec(entries)?.[1] ?? "2";
  return {
    subFilter: /\/SubFilter\s{0,20}\/([\w.]{1,60})/.exec(entries)?.[1],
    claimedAt: parsePdfDate(/\/M\s{0,20}\((D:[^()\\]{1,40})\)/.exec(entries)?.[1] ?? ""),
    permitted: certification ? Number(permission) : undefined,
  };
}

/** A time as PDF writes it, in UTC: `D:20260504030201Z`. */
export function pdfDate(at: Date): string {
  return `D:${at.toISOString().slice(0, 19).replace(/[-:T]/g, "")}Z`;
}

const DATE = /^D:(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(?:Z|([+-])(\d{2})'?(\d{2})?'?)?/;

/** Reads a time to the second; `undefined` for anything else. Without a time zone it is UTC. */
function parsePdfDate(text: string): Date | undefined {
  const match = DATE.exec(text);
  if (match === null) return undefined;
  const [, year = "", month = "", day = "", hour = "", minute = "", second = ""] = match;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  const [, , , , , , , sign, hours = 0, minutes = 0] = match;
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000;
  const time = sign === "-" ? at + offset : at - offset;
  return Number.isNaN(time) ? undefined : new Date(time);
}
