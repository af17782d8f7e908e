import { type Branding, logoPath } from "@paraph/core/projects";

import { accentProperties, GROUNDS, type Theme } from "../ui/browser/appearance/color.ts";
import { html, type Html } from "./html.ts";

/** The path of the server, without a slash at the end. */
interface Place {
  readonly root: string;
}

/** The logo and the name of the sender; nothing without both. */
export function brandMark({ name, logo }: Branding, { root }: Place): Html | string {
  if (name === undefined && logo === undefined) return "";
  // The name is next to the logo, or in the texts of the page.
  const image = logo === undefined ? "" : html`<img src="${root}${logoPath(logo)}" alt="" />`;
  const text = name === undefined ? "" : html`<span dir="auto">${name}</span>`;
  return html`<p class="branding">${image}${text}</p>`;
}

/** {@linkcode brandMark} as the header of a page that has no other. */
export function brandHeader(branding: Branding, place: Place): Html | string {
  const mark = brandMark(branding, place);
  return mark === "" ? "" : html`<header class="branding-bar">${mark}</header>`;
}

/** The sender's text at the end of a page. */
export function brandFooter({ footer }: Branding): Html | string {
  return footer === undefined
    ? ""
    : html`<footer class="branding-footer"><p dir="auto">${footer}</p></footer>`;
}

/** The name of the stylesheet of a color among the files of the pages. */
export function brandStylesheetName(primaryColor: string): string {
  return `brand-${primaryColor.slice(1)}.css`;
}

/** The stylesheet with a name; undefined for other files. It depends on the color alone, so that it can be cached. */
export function brandStylesheet(name: string): string | undefined {
  const [, digits] = /^brand-([0-9a-f]{6})\.css$/.exec(name) ?? [];
  if (digits === undefined) return undefined;
  const rule = (selector: string, theme: Theme) => {
    const properties = Object.entries(accentProperties(`#${digits}`, theme, GROUNDS[theme]));
    return `${selector}{${properties.map(([key, value]) => `${key}:${value}`).join(";")}}`;
  };
  // The selectors take precedence over those of the pages.
  return [
    rule(":root:root", "light"),
    `@media (prefers-color-scheme:dark){${rule(":root:root", "dark")}}`,
    rule(`:root:root[data-theme="light"]`, "light"),
    rule(`:root:root[data-theme="dark"]`, "dark"),
  ].join("\n");
}
