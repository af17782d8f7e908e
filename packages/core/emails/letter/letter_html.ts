import { EMAIL_TEXTS } from "../texts/mod.ts";
import { type EmailBrand, NO_BRAND, textColorOn } from "./email_brand.ts";
import { type Letter, linesOf } from "./letter.ts";
import { footerOf } from "./letter_text.ts";

/** Where the HTML version of an email gets its images. */
export interface LetterImages {
  /** The tracking pixel; `null` for none. */
  readonly pixelUrl: string | null;
  /** The logo of the brand, such as `cid:…`; absent: the name is shown instead. */
  readonly logoUrl?: string;
}

/**
 * The HTML version of an email. Its only external resource is the tracking pixel.
 *
 * Email programs support little of HTML and CSS: the layout is in tables with inline styles. Outlook for
 * Windows, which ignores padding of links, gets the padding of the button by `mso-padding-alt`. The style
 * element only has dark mode and small screens, which programs may drop.
 *
 * @example Texts are escaped
 * ```ts
 * import { letterHtml } from "@paraph/core/emails";
 * import assert from "node:assert/strict";
 *
 * const html = letterHtml(
 *   {
 *     subject: "Hello",
 *     greeting: null,
 *     opening: "<b>",
 *     quote: "<script>",
 *     notes: [],
 *     action: { label: "Open", url: "https://example.com/?a=1&b=2" },
 *   },
 *   { pixelUrl: "https://example.com/t/1.gif" },
 * );
 * assert.ok(!html.includes("<script>") && !html.includes("<b>"));
 * ```
 */
export function letterHtml(
  letter: Letter,
  { pixelUrl, logoUrl }: LetterImages,
  brand: EmailBrand = NO_BRAND,
): string {
  const { language = "en", subject, greeting, opening, code, quote, quoteTitle, action } = letter;
  const texts = EMAIL_TEXTS[language];
  const content = [
    ...(greeting === null ? [] : [`<p class="ink" style="${TEXT}">${escapeHtml(greeting)}</p>`]),
    `<p class="ink" style="${OPENING}">${escapeHtml(opening)}</p>`,
    ...(code === undefined ? [] : [`<p class="ink" style="${CODE}">${escapeHtml(code)}</p>`]),
    ...(quote === null ? [] : [quotation(quote, quoteTitle)]),
    button(action, brand.color ?? BLUE),
    `<p class="quiet" style="${SMALL}">${escapeHtml(texts.link)}</p>`,
    `<p class="quiet" style="${URL_LINE}">${escapeHtml(action.url)}</p>`,
    ...letter.notes.map((note) => `<p class="quiet" style="${SMALL}">${escapeHtml(note)}</p>`),
  ];
  const footer = footerOf(brand, texts.onBehalfOf).map(escapeHtml).join("<br>\n");
  return [
    "<!doctype html>",
    `<html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="supported-color-schemes" content="light dark">',
    '<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">',
    `<title>${escapeHtml(subject)}</title>`,
    `<style>${STYLES}</style></head>`,
    `<body class="page" style="${PAGE}">`,
    `<div style="${PREVIEW}">${escapeHtml(opening)}</div>`,
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">`,
    `<tr><td class="page outer" align="center" style="padding:32px 12px;background:#f1f3f5">`,
    // Outlook for Windows ignores `max-width`.
    '<!--[if mso]><table role="presentation" width="560" cellpadding="0" cellspacing="0"><tr><td><![endif]-->',
    `<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="${CARD}">`,
    `<tr><td class="inner" align="left" style="padding:32px 36px">`,
    header(brand, logoUrl),
    ...content,
    "</td></tr></table>",
    "<!--[if mso]></td></tr></table><![endif]-->",
    ...(footer === "" ? [] : [`<p class="quiet" style="${FOOTER}">${footer}</p>`]),
    "</td></tr></table>",
    ...(pixelUrl === null
      ? []
      : [`<img src="${escapeHtml(pixelUrl)}" width="1" height="1" alt="" style="border:0">`]),
    "</body></html>",
    "",
  ].join("\n");
}

/** The logo, or the name of the sender. */
function header({ name }: EmailBrand, logoUrl: string | undefined): string {
  if (logoUrl !== undefined) {
    // The size without CSS is for Outlook, which ignores `max-height`.
    return `<p style="margin:0 0 28px"><img class="logo" src="${escapeHtml(logoUrl)}" alt="${escapeHtml(name ?? "")}" height="40" style="${LOGO}"></p>`;
  }
  return name === null ? "" : `<p class="ink" style="${NAME}" dir="auto">${escapeHtml(name)}</p>`;
}

function quotation(quote: string, title: string | undefined): string {
  const heading =
    title === undefined ? "" : `<p class="quiet" style="${QUOTE_TITLE}">${escapeHtml(title)}</p>`;
  return [
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px">',
    `<tr><td class="quote" style="${QUOTE}">${heading}<p class="ink" style="${QUOTE_TEXT}" dir="auto">${withBreaks(quote)}</p></td></tr></table>`,
  ].join("\n");
}

function button({ label, url }: Letter["action"], color: string): string {
  const text = textColorOn(color);
  return [
    '<table role="presentation" class="wide" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px">',
    `<tr><td class="button" align="center" bgcolor="${color}" style="border-radius:8px;background:${color};mso-padding-alt:14px 28px">`,
    `<a href="${escapeHtml(url)}" style="${BUTTON};color:${text};background:${color}">${escapeHtml(label)}</a>`,
    "</td></tr></table>",
  ].join("\n");
}

const BLUE = "#1f4fd8";
const FONT =
  "font-family:'Segoe UI',Helvetica,Arial,'Hiragino Sans','Noto Sans JP',Meiryo,sans-serif";
const PAGE = `margin:0;padding:0;background:#f1f3f5;color:#16191d;${FONT};-webkit-text-size-adjust:100%`;
const PREVIEW =
  "display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;mso-hide:all;font-size:1px;line-height:1px";
const CARD =
  "max-width:560px;background:#ffffff;border:1px solid #dfe3e8;border-radius:12px;border-collapse:separate";
const LOGO = "display:block;height:40px;width:auto;max-width:240px;border:0";
const NAME = `margin:0 0 28px;font-size:18px;line-height:24px;font-weight:700;color:#16191d;${FONT}`;
const TEXT = `margin:0 0 12px;font-size:16px;line-height:24px;color:#16191d;${FONT}`;
const OPENING = `margin:0 0 24px;font-size:19px;line-height:28px;font-weight:600;color:#16191d;overflow-wrap:anywhere;${FONT}`;
const CODE =
  "margin:0 0 24px;font:700 32px/40px Consolas,Menlo,monospace;letter-spacing:6px;color:#16191d";
const QUOTE =
  "padding:14px 18px;background:#f5f7f9;border-left:4px solid #c5ccd4;border-radius:4px";
const QUOTE_TITLE = `margin:0 0 4px;font-size:13px;line-height:20px;color:#5b6570;${FONT}`;
const QUOTE_TEXT = `margin:0;font-size:16px;line-height:24px;color:#16191d;overflow-wrap:anywhere;${FONT}`;
const BUTTON = `display:inline-block;padding:14px 28px;mso-padding-alt:0;border-radius:8px;font-size:16px;line-height:20px;font-weight:600;text-decoration:none;${FONT}`;
const SMALL = `margin:0 0 10px;font-size:14px;line-height:21px;color:#5b6570;${FONT}`;
// URLs have no spaces to break at.
const URL_LINE = `margin:0 0 20px;font-size:13px;line-height:20px;color:#5b6570;word-break:break-all;${FONT}`;
const FOOTER = `margin:20px auto 0;padding:0 16px;max-width:520px;font-size:13px;line-height:20px;color:#5b6570;overflow-wrap:anywhere;${FONT}`;

/** Outlook on the web marks its dark mode with `data-ogsc`. */
const STYLES = [
  ":root{color-scheme:light dark;supported-color-schemes:light dark}",
  "@media (max-width:480px){.outer{padding:0 0 24px!important}.card{border-width:0 0 1px!important;border-radius:0!important}.inner{padding:24px 20px!important}.wide{width:100%!important}.wide a{display:block!important}}",
  "@media (prefers-color-scheme:dark){.page{background:#14171a!important}.card{background:#1e2327!important;border-color:#343b42!important}.ink{color:#f1f3f5!important}.quiet{color:#aab4be!important}.quote{background:#272d33!important;border-color:#525c66!important}.button{border:1px solid #525c66!important}.logo{background:#ffffff!important;padding:8px!important;border-radius:8px!important}}",
  "[data-ogsc] .ink{color:#f1f3f5!important}[data-ogsc] .quiet{color:#aab4be!important}",
].join("\n");

function withBreaks(text: string): string {
  return linesOf(text).map(escapeHtml).join("<br>\n");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}
