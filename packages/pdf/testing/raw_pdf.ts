/** The contents of a PDF, object by object. */
export interface RawPdf {
  /** Entries of the catalog in addition to `/Type` and `/Pages`. */
  readonly catalog?: string;
  /** Entries of each page in addition to `/Type`, `/Parent` and `/MediaBox`. */
  readonly pages?: ReadonlyArray<string>;
  /** Further objects, numbered from 100: dictionaries, or streams as `[entries, content]`. */
  readonly objects?: Readonly<Record<number, string | readonly [entries: string, content: string]>>;
}

/**
 * Writes a PDF verbatim, so that tests can use spellings that no library writes. Pages are objects 11, 12, …;
 * the catalog is object 1.
 */
export function rawPdf({ catalog = "", pages = [""], objects = {} }: RawPdf): Uint8Array {
  const kids = pages.map((_, index) => `${11 + index} 0 R`).join(" ");
  const bodies = new Map<number, string>([
    [1, `<</Type/Catalog/Pages 2 0 R${catalog}>>`],
    [2, `<</Type/Pages/Count ${pages.length}/Kids[${kids}]>>`],
    ...pages.map((entries, index) => {
      const page = `<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]${entries}>>`;
      return [11 + index, page] as const;
    }),
    ...Object.entries(objects).map(([number, body]) => {
      if (typeof body === "string") return [Number(number), body] as const;
      const [entries, content] = body;
      const length = Buffer.byteLength(content, "latin1");
      const stream = `<<${entries}/Length ${length}>>\nstream\n${content}\nendstream`;
      return [Number(number), stream] as const;
    }),
  ]);
  let file = "%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n";
  const offsets = new Map<number, number>();
  for (const [number, body] of bodies) {
    offsets.set(number, file.length);
    file += `${number} 0 obj\n${body}\nendobj\n`;
  }
  const start = file.length;
  const numbers = [...offsets.keys()].toSorted((a, b) => a - b);
  const entry = (number: number) => String(offsets.get(number) ?? 0).padStart(10, "0");
  const sections = numbers.map((number) => `${number} 1\n${entry(number)} 00000 n \n`);
  file += `xref\n0 1\n0000000000 65535 f \n${sections.join("")}`;
  file += `trailer\n<</Size ${(numbers.at(-1) ?? 0) + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}
