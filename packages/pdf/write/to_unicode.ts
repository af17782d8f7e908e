const HEAD = `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
`;
const TAIL = `endcmap
CMapName currentdict /CMap defineresource pop
end
end
`;

/** How each code is read when text is selected, searched or copied. */
export function toUnicodeMap(
  codes: ReadonlyArray<{ readonly code: number; readonly text: string }>,
): string {
  const lines = codes.flatMap(({ code, text }) =>
    text === ""
      ? []
      : [
          `<${hex(code)}> <${Array.from({ length: text.length }, (_, at) => hex(text.charCodeAt(at))).join("")}>`,
        ],
  );
  let blocks = "";
  // A block holds at most a hundred lines.
  for (let at = 0; at < lines.length; at += 100) {
    const block = lines.slice(at, at + 100);
    blocks += `${block.length} beginbfchar\n${block.join("\n")}\nendbfchar\n`;
  }
  return HEAD + blocks + TAIL;
}

function hex(value: number): string {
  return value.toString(16).padStart(4, "0");
}
