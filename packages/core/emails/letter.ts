import { DateTime } from "effect";

import type { Timestamp } from "../values/mod.ts";

/** The content of an email in plain text, the source of its text and HTML versions. */
export interface Letter {
  /** One line. */
  readonly subject: string;
  /** The salutation, if the recipient's name is known. */
  readonly greeting: string | null;
  readonly opening: string;
  /** A message of the sender, shown as a quotation; may have several lines. */
  readonly quote: string | null;
  /** The call to action. */
  readonly action: { readonly label: string; readonly url: string };
  /** Additional information. */
  readonly notes: ReadonlyArray<string>;
}

/**
 * A text as one line: without line breaks and invisible characters, truncated to `most` characters.
 *
 * @example Line breaks cannot begin another header
 * ```ts
 * import { oneLine } from "@paraph/core/emails";
 * import assert from "node:assert/strict";
 *
 * assert.equal(oneLine("Invoice\r\nBcc: everyone@example.com", 200), "Invoice Bcc: everyone@example.com");
 * ```
 */
export function oneLine(text: string, maxLength: number): string {
  const line = text.replaceAll(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim();
  const characters = Array.from(line);
  return characters.length <= maxLength ? line : `${characters.slice(0, maxLength - 1).join("")}…`;
}

/**
 * A time in emails: to the minute, in UTC.
 *
 * @example The format is the same in every locale
 * ```ts
 * import { letterTime } from "@paraph/core/emails";
 * import { DateTime } from "effect";
 * import assert from "node:assert/strict";
 *
 * assert.equal(letterTime(DateTime.makeUnsafe("2026-05-04T03:02:01Z")), "2026-05-04 03:02 UTC");
 * ```
 */
export function letterTime(time: Timestamp): string {
  return `${DateTime.formatIso(time).slice(0, 16).replace("T", " ")} UTC`;
}

/** The plain text version of an email. */
export function letterText({ greeting, opening, quote, action, notes }: Letter): string {
  const parts = [
    ...(greeting === null ? [] : [greeting]),
    opening,
    ...(quote === null ? [] : [linesOf(quote).map(quoteLine).join("\n")]),
    `${action.label}:\n${action.url}`,
    ...notes,
  ];
  return `${parts.join("\n\n")}\n`;
}

function quoteLine(line: string): string {
  return line === "" ? ">" : `> ${line}`;
}

function linesOf(text: string): ReadonlyArray<string> {
  return text.trim().split(/\r\n|\r|\n/);
}

/**
 * The HTML version of an email. Its only external resource is the tracking pixel.
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
 *   "https://example.com/t/1.gif",
 * );
 * assert.ok(!html.includes("<script>") && !html.includes("<b>"));
 * ```
 */
export function letterHtml(letter: Letter, pixelUrl: string): string {
  const { subject, greeting, opening, quote, action, notes } = letter;
  const body = [
    ...(greeting === null ? [] : [paragraph(greeting)]),
    paragraph(opening),
    ...(quote === null ? [] : [`<blockquote style="${QUOTE}">${withBreaks(quote)}</blockquote>`]),
    `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="${BUTTON}">${escapeHtml(action.label)}</a></p>`,
    `<p style="${SMALL};${URL_BREAKS}">${escapeHtml(action.url)}</p>`,
    ...notes.map((note) => `<p style="${SMALL}">${escapeHtml(note)}</p>`),
    `<img src="${escapeHtml(pixelUrl)}" width="1" height="1" alt="" style="border:0">`,
  ];
  return [
    "<!doctype html>",
    `<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="${BODY}">`,
    ...body,
    "</body></html>",
    "",
  ].join("\n");
}

const BODY =
  "margin:0 auto;padding:24px;max-width:560px;font:16px/1.5 Helvetica,Arial,sans-serif;color:#1a1a1a;background:#ffffff;overflow-wrap:break-word";
const QUOTE = "margin:16px 0;padding:0 16px;border-left:3px solid #c4c4c4";
const BUTTON =
  "display:inline-block;padding:12px 20px;border-radius:6px;background:#1f4fd8;color:#ffffff;text-decoration:none";
const SMALL = "font-size:13px;color:#595959";
// URLs have no spaces to break at.
const URL_BREAKS = "word-break:break-all";

function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}

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
