import { ContentScanner, type Operand } from "../read/content_scanner.ts";

/** A step of a page's content: what it does, and with what. */
export interface Operation {
  readonly operator: string;
  readonly operands: ReadonlyArray<Operand>;
}

/** No operator takes so many; what stands there is no content. */
const MOST_OPERANDS = 64;

/** Reads content step by step; what makes no sense is left out. */
export function* contentOperations(bytes: Uint8Array): Generator<Operation> {
  const scanner = new ContentScanner(bytes);
  let operands: Array<Operand> = [];
  for (;;) {
    const token = scanner.next();
    if (token === undefined) return;
    if (token.kind !== "operator") {
      if (operands.length < MOST_OPERANDS) operands.push(token);
      continue;
    }
    if (token.name === "ID") scanner.skipInlineImage();
    else yield { operator: token.name, operands };
    operands = [];
  }
}
