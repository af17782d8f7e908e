/** A signature of a PDF and the bytes that it covers. */
export interface SignatureGap {
  /** The signature as CMS. */
  readonly cms: Uint8Array;
  /** The covered bytes: those before and those after the signature. */
  readonly coveredBytes: readonly [before: Uint8Array, after: Uint8Array];
  /** The end of the covered bytes. */
  readonly end: number;
  /** The format in its dictionary, such as `ETSI.CAdES.detached`. */
  readonly subFilter: string | undefined;
  /** The signing time by the signer's clock. */
  readonly claimedAt: Date | undefined;
  /**
   * The changes that a certification signature permits (`P` of `DocMDP`), `undefined` for other signatures.
   */
  readonly permitted: number | undefined;
}

/** A signature has impossible claims. */
export class ImpossibleSignature extends Error {}

/** The maximum number of signatures to read. */
const MAX_SIGNATURES = 100;
/** The maximum size of a signature dictionary without its signature, in bytes. */
const MAX_DICTIONARY_SIZE = 4096;

const RANGE =
  /\/ByteRange\s{0,20}\[\s{0,20}(\d{1,12})\s{1,20}(\d{1,12})\s{1,20}(\d{1,12})\s{1,20}(\d{1,12})\s{0,20}\]/y;

/**
 * Finds all signatures of a PDF in its bytes, and the bytes that each covers: from the start of the file,
 * except the signature. Throws `ImpossibleSignature` for an invalid signature or a larger gap.
 *
 * Works on the raw bytes and does not parse the PDF, because uncovered bytes matter regardless of how PDF
 * readers interpret the file.
 */
export function signatureGaps(bytes: Uint8Array): ReadonlyArray<SignatureGap> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const gaps: Array<SignatureGap> = [];
  for (
    let index = file.indexOf("/ByteRange");
    index !== -1;
    index = file.indexOf("/ByteRange", index + 1)
  ) {
    if (gaps.length === MAX_SIGNATURES) throw new ImpossibleSignature("It has too many signatures");
    gaps.push(readGap(file, index));
  }
  return gaps;
}

function readGap(file: Buffer, index: number): SignatureGap {
  RANGE.lastIndex = 0;
  const match = RANGE.exec(file.toString("latin1", index, index + 200));
  if (match === null) throw new ImpossibleSignature("A signature has no valid /ByteRange");
  const [, start = 0, before = 0, from = 0, after = 0] = match.map(Number);
  const end = from + after;
  if (start !== 0)
    throw new ImpossibleSignature("A signature does not cover the start of the file");
  if (end > file.length) throw new ImpossibleSignature("The file is cut short");
  const opens = before < from && file[before] === LESS && file[from - 1] === GREATER;
  const isOutside = index < before || index >= from;
  if (!opens || !isOutside)
    throw new ImpossibleSignature("A signature omits more than its own bytes");
  return {
    cms: readHex(file.subarray(before + 1, from - 1)),
    coveredBytes: [file.subarray(0, before), file.subarray(from, end)],
    end,
    ...readDictionary(dictionaryAround(file, before, from)),
  };
}

const LESS = 0x3c;
const GREATER = 0x3e;

/** Reads the hexadecimal string of a signature, without the zeros that fill the reserved space. */
function readHex(hex: Buffer): Uint8Array {
  for (const byte of hex) {
    const isDigit = (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46);
    if (!isDigit && !(byte >= 0x61 && byte <= 0x66))
      throw new ImpossibleSignature("A signature omits more than its own bytes");
  }
  if (hex.length % 2 !== 0) throw new ImpossibleSignature("A signature is cut short");
  const space = Buffer.from(hex.toString("latin1"), "hex");
  const length = derLength(space);
  if (length > space.length) throw new ImpossibleSignature("A signature is cut short");
  // The signature does not cover the padding, so it must be zeros.
  if (space.subarray(length).some((byte) => byte !== 0))
    throw new ImpossibleSignature("A signature is followed by hidden data");
  return new Uint8Array(space.subarray(0, length));
}

/** Returns the length of the leading DER value by its header. */
function derLength(der: Buffer): number {
  const [tag, first = 0x80] = der;
  if (tag !== 0x30) throw new ImpossibleSignature("A signature cannot be read");
  if (first < 0x80) return 2 + first;
  const size = first & 0x7f;
  if (size === 0 || size > 4 || der.length < 2 + size)
    throw new ImpossibleSignature("A signature cannot be read");
  return 2 + size + der.readUIntBE(2, size);
}

/** Returns the entries of the signature dictionary before and after the signature. */
function dictionaryAround(file: Buffer, before: number, from: number): string {
  const head = file.toString("latin1", Math.max(0, before - MAX_DICTIONARY_SIZE), before);
  const own = head.slice(Math.max(0, head.lastIndexOf(" obj")));
  const [tail = ""] = file.toString("latin1", from, from + MAX_DICTIONARY_SIZE).split("endobj");
  return own + tail;
}

function readDictionary(entries: string) {
  const certification = /\/TransformMethod\s{0,20}\/DocMDP\b/.test(entries);
  // The entry is optional with a default of 2.
  const permission = /\/P\s{1,20}([123])\b/.exec(entries)?.[1] ?? "2";
  return {
    subFilter: /\/SubFilter\s{0,20}\/([\w.]{1,60})/.exec(entries)?.[1],
    claimedAt: parsePdfDate(/\/M\s{0,20}\((D:[^()\\]{1,40})\)/.exec(entries)?.[1] ?? ""),
    permitted: certification ? Number(permission) : undefined,
  };
}

/** Formats a time for PDF in UTC: `D:20260504030201Z`. */
export function pdfDate(date: Date): string {
  return `D:${date.toISOString().slice(0, 19).replace(/[-:T]/g, "")}Z`;
}

const DATE = /^D:(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(?:Z|([+-])(\d{2})'?(\d{2})?'?)?/;

/** Parses a time with seconds, `undefined` if invalid. The default time zone is UTC. */
function parsePdfDate(text: string): Date | undefined {
  const match = DATE.exec(text);
  if (match === null) return undefined;
  const [, year = "", month = "", day = "", hour = "", minute = "", second = ""] = match;
  const position = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  const [, , , , , , , sign, hours = 0, minutes = 0] = match;
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000;
  const time = sign === "-" ? position + offset : position - offset;
  return Number.isNaN(time) ? undefined : new Date(time);
}
