/** The number format of a locale. */
export interface Separators {
  /** Between thousands; empty for blanks and apostrophes. */
  readonly group: string;
  readonly decimal: string;
}

/** Returns the separators of a locale, such as `de-DE`. */
export function separatorsOf(locale: string): Separators {
  const parts = new Intl.NumberFormat(locale, { numberingSystem: "latn" }).formatToParts(12_345.6);
  const partOf = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  const group = partOf("group");
  // Blanks and apostrophes are ignored in any locale.
  return { group: BLANKS.test(group) ? "" : group, decimal: partOf("decimal") || "." };
}

const BLANKS = /[\s'’]/u;

/** A decimal in programming notation: digits with a point and an exponent. */
const PLAIN = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/u;

/**
 * Parses a decimal exactly, in the local format or in programming notation. Returns undefined when the text
 * is not a number.
 */
export function parseDecimal(text: string, separators: Separators): string | undefined {
  const bare = text.replaceAll(/[\s'’\p{Sc}%]/gu, "").replace("−", "-");
  if (localNumber(separators).test(bare)) return shiftDecimal(localToPlain(bare, separators), 0);
  return PLAIN.test(bare) && /^[+-]?\.?\d/u.test(bare) ? shiftDecimal(bare, 0) : undefined;
}

/** Groups have three digits; in India all but the last have two. */
function localNumber({ group, decimal }: Separators): RegExp {
  const [between, point] = [escapeRegExp(group), escapeRegExp(decimal)];
  const whole = `(\\d+|\\d{1,3}(${between}\\d{2,3})*${between}\\d{3})`;
  return new RegExp(`^[+-]?${whole}(${point}\\d*)?$`, "u");
}

function localToPlain(bare: string, { group, decimal }: Separators): string {
  const digits = group === "" ? bare : bare.replaceAll(group, "");
  return digits.replace(decimal, ".");
}

function escapeRegExp(separator: string): string {
  return separator.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
}

/** Shifts the decimal point to the right, exactly. An exponent is resolved. */
export function shiftDecimal(decimal: string, places: number): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = PLAIN.exec(decimal) ?? [];
  const digits = whole + fraction;
  const point = whole.length + places + Number(exponent);
  const paddedDigits = point < 0 ? "0".repeat(-point) + digits : digits.padEnd(point, "0");
  const offset = Math.max(point, 0);
  const [left, right] = [
    paddedDigits.slice(0, offset).replace(/^0+(?=\d)/u, "") || "0",
    paddedDigits.slice(offset),
  ];
  return `${sign === "-" ? "-" : ""}${left}${right === "" ? "" : `.${right}`}`;
}

/** Formats a decimal for a locale. */
export function formatDecimal(decimal: string, { group, decimal: point }: Separators): string {
  const [whole = "", fraction] = decimal.split(".");
  // A no-break space.
  const between = group === "" ? "\u00a0" : group;
  const groupedDigits = whole.replaceAll(/\B(?=(\d{3})+$)/gu, between);
  return fraction === undefined ? groupedDigits : `${groupedDigits}${point}${fraction}`;
}
