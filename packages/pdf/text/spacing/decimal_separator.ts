import type { Span } from "../split_spans.ts";

/** The spans in front of the decimal separator of their last number; after the number if it has none. */
export function untilSeparator(spans: ReadonlyArray<Span>, language: string): ReadonlyArray<Span> {
  const text = spans.map((span) => span.text).join("");
  const separator = decimalSeparator(language);
  const match = /\p{Nd}(?=[^\p{Nd}]*$)/u.exec(text);
  const after = match === null ? text.length : match.index + match[0].length;
  const at = text.lastIndexOf(separator, after);
  let rest = at > 0 && /\p{Nd}$/u.test(text.slice(0, at)) ? at : after;
  return spans.map((span) => {
    const own = span.text.slice(0, Math.max(0, rest));
    rest -= span.text.length;
    return { ...span, text: own };
  });
}

const separators = new Map<string, string>();

function decimalSeparator(language: string): string {
  const known = separators.get(language);
  if (known !== undefined) return known;
  const parts = new Intl.NumberFormat(language).formatToParts(1.5);
  const separator = parts.find(({ type }) => type === "decimal")?.value ?? ".";
  if (separators.size >= 100) separators.clear();
  separators.set(language, separator);
  return separator;
}
