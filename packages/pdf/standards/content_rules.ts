import { ContentScanner, type Token } from "../read/content_scanner.ts";
import type { Check } from "./check.ts";

/** The operators of ISO 32000-1. */
const OPERATORS = new Set(
  "b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J K k l m M MP n q Q re RG rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y ' \"".split(
    " ",
  ),
);
const LITERALS = new Set(["true", "false", "null", "]"]);

/** Operators whose names are those of resources. */
const NAMING = new Set("Do Tf gs sh SCN scn CS cs BDC DP".split(" "));

const COLOUR_OPERATORS: Readonly<Record<string, string>> = {
  rg: "DeviceRGB",
  RG: "DeviceRGB",
  k: "DeviceCMYK",
  K: "DeviceCMYK",
  g: "DeviceGray",
  G: "DeviceGray",
};

/** The names of device colour spaces, with those of inline images. */
const DEVICE_SPACES: Readonly<Record<string, string>> = {
  DeviceRGB: "DeviceRGB",
  DeviceCMYK: "DeviceCMYK",
  DeviceGray: "DeviceGray",
  RGB: "DeviceRGB",
  CMYK: "DeviceCMYK",
  G: "DeviceGray",
};

export const INTENTS = new Set(
  "RelativeColorimetric AbsoluteColorimetric Perceptual Saturation".split(" "),
);

/** The nesting limit of `q`. */
const MAX_NESTING = 28;

/** How a content stream is used. */
export interface ContentUse {
  /** Whether it has resources of its own. */
  readonly hasResources: boolean;
  /** The number of `q` around it. */
  readonly nesting: number;
}

/**
 * The rules of PDF/A for a content stream.
 *
 * @param used Gets the device colour spaces of its operators.
 */
export function checkContent(
  bytes: Uint8Array,
  { hasResources, nesting }: ContentUse,
  check: Check,
  used: Set<string>,
): void {
  const scanner = new ContentScanner(bytes);
  let operands: Array<Token> = [];
  let depth = nesting;
  for (let token = scanner.next(); token !== undefined; token = scanner.next()) {
    if (token.kind !== "operator" || LITERALS.has(token.name)) {
      operands.push(token);
      continue;
    }
    const { name } = token;
    const names = operands.flatMap((operand) => (operand.kind === "name" ? [operand.name] : []));
    check("6.2.2-1", OPERATORS.has(name));
    const colour = COLOUR_OPERATORS[name];
    if (colour !== undefined) used.add(colour);
    if (name === "q") check("6.1.13-8", (depth += 1) <= MAX_NESTING);
    else if (name === "Q") depth -= 1;
    else if (name === "ri")
      check(
        "6.2.6-1",
        names.every((intent) => INTENTS.has(intent)),
      );
    else if (name === "ID") {
      checkInlineImage(operands, check);
      scanner.skipInlineImage();
    }
    if (name === "cs" || name === "CS" || name === "ID")
      for (const each of names)
        if (DEVICE_SPACES[each] !== undefined) used.add(DEVICE_SPACES[each]);
    const isNamed = NAMING.has(name) && names.some((each) => !isOwnName(name, each));
    if (isNamed) check("6.2.2-2", hasResources);
    operands = [];
  }
}

/** Names of colour spaces and of marked content that are no resources. */
function isOwnName(operator: string, name: string): boolean {
  if (operator === "BDC" || operator === "DP") return true;
  return DEVICE_SPACES[name] !== undefined || name === "Pattern";
}

function checkInlineImage(operands: ReadonlyArray<Token>, check: Check): void {
  operands.forEach((key, index) => {
    if (key.kind !== "name") return;
    const value = operands[index + 1];
    if (key.name === "F" || key.name === "Filter") {
      const filters = value?.kind === "array" ? value.items : [value];
      const isAllowed = (filter: Token | undefined) =>
        filter?.kind !== "name" || !/^(?:LZW|LZWDecode|Crypt)$/.test(filter.name);
      check("6.1.10-1", filters.every(isAllowed));
    }
    if (key.name === "I" || key.name === "Interpolate")
      check("6.2.8-3", value?.kind !== "operator" || value.name !== "true");
  });
}
