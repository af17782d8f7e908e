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
  /** Directives beside those that every page has. */
  readonly policy: ReadonlyArray<string>;
  readonly head?: Html;
  readonly body: Html;
}

/** A whole page: nobody may frame, keep, index or trace it, and nothing runs that is not of this server. */
export function pageFrame({ status, title, files, policy, head, body }: Frame) {
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
    headers: { ...HEADERS, "content-security-policy": [...POLICY, ...policy].join("; ") },
  });
}

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
];

const HEADERS = {
  "cache-control": "no-store",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
};
