import { randomNumbers } from "@paraph/testing/random_numbers";

import { mutate } from "../rendering/mutations.ts";

/** Tokens with a meaning in PDFs, which are wrong in any other place. */
const PDF_TOKENS = [
  "obj",
  "endobj",
  "stream\n",
  "endstream",
  "xref",
  "trailer",
  "startxref\n0",
  "%%EOF",
  "<<",
  ">>",
  "[",
  "]",
  "(",
  ")",
  "<",
  ">",
  "/",
  "R",
  "null",
  "true",
  "-1",
  "0",
  "1e400",
  "/Length 99999999999",
  "/Length -1",
  "/Length 1 0 R",
  "/Count 1000000000",
  "/Size 1000000000",
  "/Kids[1 0 R]",
  "/Parent 3 0 R",
  "/Prev 0",
  "/Prev 15",
  "/Filter/FlateDecode",
  "/Type/ObjStm",
  "/Filter[/LZWDecode/ASCII85Decode]",
  "/Predictor 15",
  "/Columns 2000000000",
  "/N 1000000000",
  "/W[0 0 0]",
  "/W[8 8 8]",
  "/Index[0 1000000000]",
  "1 0 R",
  "99999999 0 R",
  "1 65536 R",
  "/ByteRange[0 0 0 0]",
  "/Contents<00>",
  "/Encrypt 1 0 R",
  "#00",
  "\\",
  "\0",
  "[".repeat(5e3),
];

/** Texts on which regular expressions and parsers are known to be slow. */
const TEXT_TOKENS = [
  "a",
  "0",
  " ",
  ".",
  "-",
  "_",
  "/",
  "\\",
  '"',
  "'",
  "<",
  "{",
  "[",
  "(",
  "%",
  "&",
  ";",
  ":",
  "=",
  "@",
  "	",
  "a.",
  "0.",
  "<!--",
  "<?",
  "<![CDATA[",
  "<!DOCTYPE",
  "<a ",
  'a="',
  "&#1",
  "{a.",
  "{a|",
  "//",
  "--",
  "00e",
  "é",
  "́",
  "\ud800",
  "‮",
  "\0",
  "currency:",
  "number:",
  "date:",
  "bytes=",
  "data:image/png;base64,",
];

/** A file with damaged bytes, or with text inserted or overwritten, in one place or many. */
export function damage(file: Uint8Array, seed: number): Uint8Array {
  if (seed % 2 === 0) return mutate(file, seed / 2);
  const random = randomNumbers(seed * 104_729 + 3);
  const upTo = (limit: number) => Math.floor(random() * limit);
  let bytes = Buffer.from(file);
  for (let times = 1 + upTo(4); times > 0; times--) {
    const token = Buffer.from(PDF_TOKENS[upTo(PDF_TOKENS.length)] ?? "", "latin1");
    const position = upTo(bytes.length);
    const isOver = upTo(2) === 0;
    bytes = Buffer.concat([
      bytes.subarray(0, position),
      token,
      bytes.subarray(isOver ? position + token.length : position),
    ]);
  }
  return new Uint8Array(bytes);
}

/** A long text from few parts: pieces of the valid one, and one part repeated. */
export function longText(right: string, seed: number): string {
  const random = randomNumbers(seed * 15_485_863 + 5);
  const upTo = (limit: number) => Math.floor(random() * limit);
  const token = TEXT_TOKENS[upTo(TEXT_TOKENS.length)] ?? "";
  const length = [10, 1_000, 50_000][upTo(3)] ?? 0;
  const position = upTo(right.length + 1);
  const other = TEXT_TOKENS[upTo(TEXT_TOKENS.length)] ?? "";
  return (
    right.slice(0, position) +
    token.repeat(Math.ceil(length / token.length)) +
    other +
    right.slice(upTo(right.length + 1))
  );
}
