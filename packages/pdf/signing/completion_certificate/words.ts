import type { InputRow } from "@paraph/core/manifests";
import {
  dateLocaleOf,
  formatMessage,
  type Language,
  type MessageText,
  type MessageValues,
} from "@paraph/core/values";
import { DateTime, Option } from "effect";

import { CERTIFICATE_TEXTS } from "./texts/catalogue.ts";
import type { CertificateTexts } from "./texts/en.ts";

/** The texts of a certificate in its language, and its times and languages. */
export class Words {
  readonly language: Language;
  readonly texts: CertificateTexts;
  readonly #time: Intl.DateTimeFormat;
  readonly #languages: Intl.DisplayNames;

  constructor(language: Language) {
    this.language = language;
    this.texts = CERTIFICATE_TEXTS[language];
    this.#time = new Intl.DateTimeFormat(dateLocaleOf(language), {
      dateStyle: "long",
      timeStyle: "medium",
      timeZone: "UTC",
    });
    this.#languages = new Intl.DisplayNames(language, { type: "language" });
  }

  /** The text of a message. */
  say(message: MessageText, values: MessageValues): string {
    return formatMessage(this.language, message, values);
  }

  /** A time such as `4 May 2026 at 03:02:01 UTC`, "–" for null. */
  time(time: DateTime.Utc | null): string {
    return time === null ? "–" : `${this.#time.format(DateTime.toDateUtc(time))} UTC`;
  }

  /**
   * A time in a time zone, such as `4 May 2026 at 05:02:01 GMT+2 (Europe/Berlin)`. Null for a zone that this
   * server does not know: another server recorded it.
   */
  localTime(time: DateTime.Utc, timeZone: string): string | null {
    if (Option.isNone(DateTime.zoneMakeNamed(timeZone))) return null;
    const format = new Intl.DateTimeFormat(dateLocaleOf(this.language), {
      year: "numeric",
      month: "long",
      day: "numeric",
      hour: "numeric",
      minute: "2-digit",
      second: "2-digit",
      timeZoneName: "short",
      timeZone,
    });
    return `${format.format(DateTime.toDateUtc(time))} (${timeZone})`;
  }

  /** The name of a language. */
  nameOf(language: Language): string {
    return this.#languages.of(language) ?? language;
  }
}

/** A label and its value; null for a fact that is left out. */
export type Fact = readonly [label: string, value: string | null];

/** The rows of facts in the data. */
export function rowsOf(facts: ReadonlyArray<Fact>): ReadonlyArray<InputRow> {
  return facts.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]));
}

/** Formats a time with milliseconds, for the table of events. */
export function formatTimeWithMillis(time: DateTime.Utc): string {
  return DateTime.formatIso(time).replace("T", " ").replace("Z", "");
}

/** Control characters that reorder text, with which a name could look like another one. */
const DIRECTION_CONTROLS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Returns user text on one line, shortened to `longest` characters, without control characters that reorder
 * it.
 */
export function oneLine(text: string, longest: number): string {
  const line = text
    .replace(DIRECTION_CONTROLS, "")
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, " ")
    .trim();
  const characters = Array.from(line);
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join("")}…`;
}
