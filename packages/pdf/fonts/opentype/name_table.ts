/** The identifiers of names. */
export const NAME = { family: 1, typographicFamily: 16 } as const;

/** The platforms of names. */
const [UNICODE, MACINTOSH, WINDOWS] = [0, 1, 3];

/** US English on the Windows platform. */
const ENGLISH = 0x409;

/** The maximum number of records that are read. */
const MAX_RECORDS = 10_000;

/** The maximum length of a name. */
const MAX_LENGTH = 60;

/** Returns the English text of a name, or its first text; undefined when the table has none. */
export function readName(table: Buffer, id: number): string | undefined {
  const texts = table.readUInt16BE(4);
  let best: { readonly text: string; readonly rank: number } | undefined;
  const count = Math.min(table.readUInt16BE(2), MAX_RECORDS);
  for (let index = 0; index < count; index++) {
    const record = 6 + 12 * index;
    if (table.readUInt16BE(record + 6) !== id) continue;
    const platform = table.readUInt16BE(record);
    const rank = rankOf(platform, table.readUInt16BE(record + 4));
    if (rank <= (best?.rank ?? 0)) continue;
    const start = texts + table.readUInt16BE(record + 10);
    const bytes = table.subarray(start, start + table.readUInt16BE(record + 8));
    const text = cleanName(platform === MACINTOSH ? bytes.toString("latin1") : fromUtf16(bytes));
    if (text !== "") best = { text, rank };
  }
  return best?.text;
}

function rankOf(platform: number, language: number): number {
  if (platform === WINDOWS) return language === ENGLISH ? 4 : 2;
  if (platform === UNICODE) return 3;
  return platform === MACINTOSH ? 1 : 0;
}

function fromUtf16(bytes: Buffer): string {
  return Buffer.from(bytes.subarray(0, bytes.length & ~1))
    .swap16()
    .toString("utf16le");
}

function cleanName(text: string): string {
  const visible = text
    .toWellFormed()
    .replaceAll(/[\p{C}\ufffd]/gu, "")
    .trim();
  return Array.from(visible).slice(0, MAX_LENGTH).join("");
}
