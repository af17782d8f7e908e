import { Schema } from "effect";

import { isStorableText, maxCharacters } from "../../values/mod.ts";

/** Whether recipients sign one after the other or all at the same time (contract §11). */
export const SigningOrder = Schema.Literals(["sequential", "parallel"]);
export type SigningOrder = typeof SigningOrder.Type;

/** A language tag after BCP 47, such as `de` or `pt-BR`. */
export const LanguageTag = Schema.String.check(
  maxCharacters(35),
  Schema.makeFilter((text) => isLanguageTag(text) || "Expected a BCP 47 language tag, such as de"),
);

function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

/** The URL of a page after signing: `https` without credentials. */
export const RedirectUrl = Schema.String.check(
  maxCharacters(2048),
  Schema.makeFilter((text) => isHttps(text) || "Expected an https URL without credentials"),
);

function isHttps(text: string): boolean {
  const url = isStorableText(text) ? URL.parse(text) : null;
  return url?.protocol === "https:" && url.username === "" && url.password === "";
}

const days = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 30 }));

/** The schedule of automatic reminders. */
export const Reminders = Schema.Struct({
  afterDays: days.annotateKey({
    description: "Days from the invitation to the first reminder, 1 to 30.",
  }),
  everyDays: days.annotateKey({ description: "Days between reminders, 1 to 30." }),
  max: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10 })).annotateKey({
    description: "Maximum number of reminders for each recipient, 1 to 10.",
  }),
}).annotate({
  identifier: "Reminders",
  description: "The schedule of automatic reminders for recipients whose turn it is.",
});
export type Reminders = typeof Reminders.Type;

/** The options of a request with defaults applied. */
export interface DeliveryOptions {
  /** A text of the sender for the recipients. */
  readonly message: string | null;
  /** The language of emails and pages, unless a recipient has one. */
  readonly language: string | null;
  readonly signingOrder: SigningOrder;
  readonly reminders: Reminders | null;
  /** Where the signing page leads after signing. */
  readonly redirectUrl: string | null;
  readonly allowDelegation: boolean;
}

/** The options of a request that sets none. */
export const NO_DELIVERY_OPTIONS: DeliveryOptions = {
  message: null,
  language: null,
  signingOrder: "sequential",
  reminders: null,
  redirectUrl: null,
  allowDelegation: false,
};

/** Applies the defaults of options. A message without a visible character is none. */
export function withOptionDefaults({
  message,
  ...options
}: Partial<DeliveryOptions>): DeliveryOptions {
  const text = message?.trim() ?? "";
  return { ...NO_DELIVERY_OPTIONS, ...options, message: text === "" ? null : text };
}
