import { Schema } from "effect";

import { characters, Email, isVisible, type Language, visibleName } from "../values/mod.ts";
import { type LogoRef, MAX_LOGO_TEXT } from "./logo.ts";

/** One line: the name is also in the headers of emails. */
const BrandName = visibleName(200).check(
  Schema.makeFilter(
    (text) => !/\p{Cc}/u.test(text) || "Expected one line without control characters",
  ),
);

const PrimaryColor = Schema.String.check(
  Schema.isPattern(/^#[0-9a-fA-F]{6}$/u, { message: "Expected a color as #rrggbb" }),
);

/** The maximum number of characters of a footer. */
const MAX_FOOTER = 500;

const Footer = Schema.String.check(
  characters(1, MAX_FOOTER),
  Schema.makeFilter(
    (text) => text === "" || isVisible(text) || "Expected at least one visible character",
  ),
  Schema.makeFilter(
    (text) => !/[^\P{Cc}\n\r\t]/u.test(text) || "Expected no control characters but line breaks",
  ),
);

const nullable = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema));

/** Changes of the branding. Absent fields do not change, `null` removes a field. */
export const UpdateBranding = Schema.Struct({
  name: nullable(BrandName).annotateKey({
    description: "The name that people see, such as a company: 1 to 200 characters in one line.",
  }),
  logo: nullable(Schema.String.check(Schema.isMaxLength(MAX_LOGO_TEXT))).annotateKey({
    description:
      "The logo as a `data:` URI: a PNG, JPEG or SVG of at most 256 KiB, at most 4096 pixels wide and high. An SVG must not have scripts, animations or references to other files.",
  }),
  primaryColor: nullable(PrimaryColor).annotateKey({
    description: "The color of buttons and links as `#rrggbb`. Pages adjust its contrast.",
  }),
  replyTo: nullable(Email).annotateKey({
    description: "The address that receives replies to emails.",
  }),
  footer: nullable(Footer).annotateKey({
    description: "The text below pages, emails and certificates: 1 to 500 characters, with lines.",
  }),
}).annotate({
  identifier: "UpdateBranding",
  description: "Changes of the branding. Absent fields do not change, `null` removes a field.",
});
export type UpdateBranding = typeof UpdateBranding.Type;

/** The branding of a project in the form of the API. */
export const BrandingView = Schema.Struct({
  name: Schema.NullOr(Schema.String).annotateKey({ description: "The name that people see." }),
  logo: Schema.optionalKey(Schema.NullOr(Schema.String)).annotateKey({
    description: "The logo as a `data:` URI. Absent in lists, which only have `logoUrl`.",
  }),
  logoUrl: Schema.NullOr(Schema.String).annotateKey({
    description: "The public URL of the logo. Another logo has another URL.",
  }),
  primaryColor: Schema.NullOr(Schema.String).annotateKey({
    description: "The color of buttons and links as `#rrggbb`.",
  }),
  replyTo: Schema.NullOr(Schema.String).annotateKey({
    description: "The address that receives replies to emails.",
  }),
  footer: Schema.NullOr(Schema.String).annotateKey({
    description: "The text below pages, emails and certificates.",
  }),
}).annotate({
  identifier: "Branding",
  description:
    "What the pages, emails and certificates of a project show of its sender. Fields that are not set are `null`.",
});
export type BrandingView = typeof BrandingView.Type;

/** The stored branding of a project, without the bytes of its logo. */
export interface Branding {
  readonly name?: string;
  readonly logo?: LogoRef;
  readonly primaryColor?: string;
  readonly replyTo?: string;
  readonly footer?: string;
}

/** The branding of a project, and the language of its emails and certificates. */
export interface ProjectBranding {
  readonly branding: Branding;
  readonly language: Language;
}

/** The branding of a project that has none. */
export const NO_BRANDING: Branding = {};
