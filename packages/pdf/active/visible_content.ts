import { ContentScanner, type Token } from "../read/content_scanner.ts";

/** Painting operators, with their replacement in hidden content, which keeps the graphics state. */
const PAINTING: ReadonlyMap<string, string> = new Map([
  ...["f", "F", "f*", "B", "B*", "b", "b*", "S", "s"].map((name) => [name, "n"] as const),
  ...["Tj", "TJ", "sh", "Do"].map((name) => [name, ""] as const),
  ["'", "T*"],
]);

/** Returns whether content is hidden, by the name of its layer in the resources. */
export type IsHidden = (propertyName: string) => boolean;

/**
 * Removes the content of hidden layers and the marks of all layers, so that the rest is always visible.
 * Returns undefined when the content has no layers.
 */
export function visibleContent(bytes: Uint8Array, isHidden: IsHidden): Uint8Array | undefined {
  // Names have several spellings, operators only one.
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes("BDC"))
    return undefined;
  const scanner = new ContentScanner(bytes);
  const chunks: Array<Uint8Array> = [];
  let hasLayers = false;
  /** For each open marked-content sequence, whether it is hidden. */
  const open: Array<boolean> = [];
  let hiddenDepth = 0;
  let copiedEnd = 0;
  let operands: Array<Token> = [];
  let start = scanner.startOfNext();
  let imageStart: number | undefined;
  const replace = (end: number, text: string) => {
    chunks.push(bytes.subarray(copiedEnd, start), Buffer.from(`${text}\n`, "latin1"));
    copiedEnd = end;
  };
  const begin = (isHiddenNow: boolean) => {
    open.push(isHiddenNow);
    if (isHiddenNow) hiddenDepth += 1;
  };
  for (let token = scanner.next(); token !== undefined; token = scanner.next()) {
    if (token.kind !== "operator") {
      operands.push(token);
      continue;
    }
    const { name } = token;
    if (name === "BI") imageStart = start;
    if (name === "ID") {
      scanner.skipInlineImage();
      start = imageStart ?? start;
      if (hiddenDepth > 0) replace(scanner.position, "");
      imageStart = undefined;
    } else if (name === "BDC" && isName(operands[0], "OC")) {
      hasLayers = true;
      const property = operands[1];
      begin(property?.kind === "name" && isHidden(property.name));
      replace(scanner.position, "/OC BMC");
    } else if (name === "BMC" || name === "BDC") begin(false);
    else if (name === "EMC") {
      if (open.pop() === true) hiddenDepth -= 1;
    } else if (hiddenDepth > 0) {
      const replacement = name === '"' ? spacedLine(operands) : PAINTING.get(name);
      if (replacement !== undefined) replace(scanner.position, replacement);
    }
    operands = [];
    start = scanner.startOfNext();
  }
  if (!hasLayers) return undefined;
  chunks.push(bytes.subarray(copiedEnd));
  return Buffer.concat(chunks);
}

/** The effect of `"` apart from showing text: it sets both spacings and moves to the next line. */
function spacedLine([word, character]: ReadonlyArray<Token>): string {
  const value = (token: Token | undefined) => (token?.kind === "number" ? token.value : 0);
  return `${value(word)} Tw ${value(character)} Tc T*`;
}

function isName(token: Token | undefined, name: string): boolean {
  return token?.kind === "name" && token.name === name;
}
