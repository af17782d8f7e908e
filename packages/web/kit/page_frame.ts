import type { Branding } from "@paraph/core/projects";
import { directionOf, type Language } from "@paraph/core/values";
import { HttpServerResponse } from "effect/http";

import { brandStylesheetName } from "./branding.ts";
import { html, type Html } from "./html.ts";
import { ASSETS, type PageLook } from "./page_assets.ts";

/** A page with all of its headers and its status. */
export type PageResponse = HttpServerResponse.HttpServerResponse;

/** The parts of a page. */
export interface Frame {
  readonly status: number;
  readonly title: string;
  /** The language of its texts; English by default. */
  readonly language?: Language;
  /** The URLs of its style and icon. */
  readonly files: PageLook;
  /** CSP directives that extend or replace those of every page. */
  readonly policy: ReadonlyArray<string>;
  /** Origins whose pages may embed this one; undefined for pages that are not embedded. */
  readonly framedBy?: ReadonlyArray<string>;
  /** Whether a library of the page writes markup, which the CSP otherwise forbids. */
  readonly writesMarkup?: boolean;
  /** The branding of the project whose document the page shows. */
  readonly branding?: Branding;
  readonly head?: Html;
  readonly body: Html;
}

/**
 * Returns a complete page. Only `framedBy` may frame it, it is not cached or indexed, it sends no referrer,
 * and only scripts of this server run.
 */
export function pageFrame(frame: Frame) {
  const { status, title, language = "en", files, framedBy, branding, head, body } = frame;
  const document = html`<!doctype html>
    <html lang="${language}" dir="${directionOf(language)}">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" type="image/svg+xml" href="${files.icon}" />
        <link rel="stylesheet" href="${files.stylesheet}" />
        ${brandStyle(files, branding)} ${head ?? ""}
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

/** The stylesheet of the branding's color, after that of the page. */
function brandStyle({ root }: PageLook, { primaryColor }: Branding = {}): Html | string {
  if (primaryColor === undefined) return "";
  const url = `${root}${ASSETS}${brandStylesheetName(primaryColor)}`;
  return html`<link rel="stylesheet" href="${url}" />`;
}

/** Browsers use only the first of duplicate directives, so those of the page replace the common ones. */
function contentPolicy({ policy, framedBy = [], writesMarkup = false }: Frame): string {
  const ancestors = framedBy.length === 0 ? "'none'" : framedBy.join(" ");
  const overridden = new Set(policy.map(nameOf));
  return [
    ...POLICY.filter((directive) => !overridden.has(nameOf(directive))),
    `frame-ancestors ${ancestors}`,
    ...(writesMarkup ? [] : ["require-trusted-types-for 'script'"]),
    ...policy,
  ].join("; ");
}

function nameOf(directive: string): string {
  return directive.split(" ", 1)[0] ?? "";
}

const POLICY = ["default-src 'none'", "style-src 'self'", "base-uri 'none'"];

/** Pages of other sites embed it. */
const FRAMED_HEADERS = { "cross-origin-resource-policy": "cross-origin" };

/** For browsers without `frame-ancestors`. */
const UNFRAMED_HEADERS = { "x-frame-options": "DENY" };

const HEADERS = {
  "cache-control": "no-store",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
};
