import { letterHtml, type OutboxEmail } from "@paraph/core/emails";
import { HttpServerResponse } from "effect/http";

import type { PageResponse } from "../kit/mod.ts";

/** No scripts and no requests. The sandbox also applies when an email is opened outside of its frame. */
const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-popups allow-popups-to-escape-sandbox",
].join("; ");

/** A transparent image in place of the tracking pixel: reading an email here is no opening. */
const NO_PIXEL = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

/** Returns the HTML version of an email. Its links open outside of the frame. */
export function emailBody({ letter, brand }: OutboxEmail): PageResponse {
  const logo = brand?.logo ?? null;
  const logoUrl = logo === null ? {} : { logoUrl: `data:${logo.type};base64,${logo.base64}` };
  const images = { pixelUrl: NO_PIXEL, ...logoUrl };
  const email = letterHtml(letter, images, brand).replace("<head>", '<head><base target="_blank">');
  return HttpServerResponse.text(email, {
    contentType: "text/html; charset=utf-8",
    headers: {
      "content-security-policy": POLICY,
      "cross-origin-resource-policy": "same-origin",
      "x-robots-tag": "noindex, nofollow",
    },
  });
}
