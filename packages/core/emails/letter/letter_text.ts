import { EMAIL_TEXTS } from "../texts/mod.ts";
import { type EmailBrand, NO_BRAND } from "./email_brand.ts";
import { type Letter, linesOf } from "./letter.ts";

/** The plain text version of an email. */
export function letterText(letter: Letter, brand: EmailBrand = NO_BRAND): string {
  const { language = "en", greeting, opening, code, quote, quoteTitle, action, notes } = letter;
  const parts = [
    ...(greeting === null ? [] : [greeting]),
    opening,
    ...(code === undefined ? [] : [code]),
    ...(quote === null ? [] : [...(quoteTitle === undefined ? [] : [quoteTitle]), quoted(quote)]),
    `${action.label}:\n${action.url}`,
    ...notes,
  ];
  const end = footerOf(brand, EMAIL_TEXTS[language].onBehalfOf);
  return `${[...parts, ...(end.length === 0 ? [] : [`-- \n${end.join("\n")}`])].join("\n\n")}\n`;
}

/** The lines at the end of an email. */
export function footerOf(
  { name, footer }: EmailBrand,
  onBehalfOf: (sender: string) => string,
): ReadonlyArray<string> {
  return [
    ...(footer === null ? [] : linesOf(footer)),
    ...(name === null ? [] : [onBehalfOf(name)]),
  ];
}

function quoted(text: string): string {
  return linesOf(text)
    .map((line) => (line === "" ? ">" : `> ${line}`))
    .join("\n");
}
