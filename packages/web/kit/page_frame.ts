import { HttpServerResponse } from "effect/http";

import { html, type Html } from "./html.ts";
import type { PageFiles } from "./page_assets.ts";

/** A page with all of its headers and its status. */
export type PageResponse = HttpServerResponse.HttpServerResponse;

/** What every page is made of. */
export interface Frame {
  readonly status: number;
  readonly title: string;
  /** Addresses of what it loads. */
  readonly files: PageFiles;
  /** Directives beside those that every page has, or in place of one of the same name. */
  readonly policy: ReadonlyArray<string>;
  /** Origins whose pages may show this one inside of theirs; not given, it is no page to be framed. */
  readonly framedBy?: ReadonlyArray<string>;
  /** Whether a library of the page writes markup by itself, which browsers are else told to refuse. */
  readonly writesMarkup?: boolean;
  readonly head?: Html;
  readonly body: Html;
}

/**
 * A whole page: nobody but whom it names may frame it, nobody may keep, index or trace it, and nothing
 * runs that is not of this server.
 */
export function pageFrame(frame: Frame) {
  const { status, title, files, framedBy, head, body } = frame;
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" type="image/svg+xml" href="${files.icon}" />
        <link rel="stylesheet" href="${files.stylesheet}" />
        ${head ?? ""}
      </head>
      ${body}
    </html> `;
  return HttpServerResponse.text(document.text, {
    status,
    contentType: "text/html; charset=utf-8",
    headers: {
      ...HEADERS,
      ...(framedBy === undefined ? UNFRAMED_HEADERS : FRAMED_HEADERS),
      "content-security-policy": contentPolicy(frame),
    },
  });
}

/** Of a directive that is given twice browsers read the first alone: the page's own takes the place. */
function contentPolicy({ policy, framedBy = [], writesMarkup = false }: Frame): string {
  const ancestors = framedBy.length === 0 ? "'none'" : framedBy.join(" ");
  const own = new Set(policy.map(nameOf));
  return [
    ...POLICY.filter((directive) => !own.has(nameOf(directive))),
    `frame-ancestors ${ancestors}`,
    ...(writesMarkup ? [] : ["require-trusted-types-for 'script'"]),
    ...policy,
  ].join("; ");
}

function nameOf(directive: string): string {
  return directive.split(" ", 1)[0] ?? "";
}

const POLICY = ["default-src 'none'", "style-src 'self'", "base-uri 'none'"];

/** What frames it is of another site. */
const FRAMED_HEADERS = { "cross-origin-resource-policy": "cross-origin" };

/** What older browsers understand of it. */
const UNFRAMED_HEADERS = { "x-frame-options": "DENY" };

const HEADERS = {
  "cache-control": "no-store",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
};
