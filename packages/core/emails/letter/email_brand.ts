import { Base64 } from "effect/encoding";

import { type Logo, senderName, type StoredProject } from "../../projects/mod.ts";
import { oneLine } from "./letter.ts";

/** How the emails of a project look (contract §11). */
export interface EmailBrand {
  /** The name of the sender in texts, one line; `null` if the project was deleted. */
  readonly name: string | null;
  /** The name of the sender in the header `From`; `null` for the one of the deployment or the organisation. */
  readonly from: string | null;
  readonly replyTo: string | null;
  /** The colour of the button, as `#rrggbb`. */
  readonly color: string | null;
  readonly logo: EmailLogo | null;
  /** A text at the end; may have several lines. */
  readonly footer: string | null;
}

/** A logo in a format that email programs show. They do not show SVG. */
export interface EmailLogo {
  readonly type: "image/png" | "image/jpeg";
  readonly base64: string;
}

/** The look of emails without a project. */
export const NO_BRAND: EmailBrand = {
  name: null,
  from: null,
  replyTo: null,
  color: null,
  logo: null,
  footer: null,
};

/**
 * The look of a project's emails.
 *
 * @param logo The logo of the branding, if there is one.
 */
export function emailBrandOf(project: StoredProject, logo: Logo | undefined): EmailBrand {
  const { name, primaryColor = null, replyTo = null, footer = null } = project.branding;
  return {
    name: oneLine(senderName(project), 200),
    from: name === undefined ? null : oneLine(name, 200),
    replyTo,
    color: primaryColor,
    logo: logo === undefined || logo.type === "image/svg+xml" ? null : emailLogo(logo.type, logo),
    footer,
  };
}

function emailLogo(type: EmailLogo["type"], { bytes }: Logo): EmailLogo {
  return { type, base64: Base64.encode(bytes) };
}

/**
 * Black or white: the colour of a text with the higher contrast on a background (WCAG 2).
 *
 * @example
 * ```ts
 * import { textColorOn } from "@paraph/core/emails";
 * import assert from "node:assert/strict";
 *
 * assert.equal(textColorOn("#1f4fd8"), "#ffffff");
 * assert.equal(textColorOn("#ffd500"), "#000000");
 * ```
 *
 * @param color As `#rrggbb`.
 */
export function textColorOn(color: string): "#000000" | "#ffffff" {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05) ? "#000000" : "#ffffff";
}
