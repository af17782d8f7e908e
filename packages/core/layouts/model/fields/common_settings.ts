import { Schema } from "effect";

import { characters, maxCharacters } from "../../../values/mod.ts";
import { LanguageTag } from "../language_tag.ts";
import { Length, setting } from "./field_style.ts";

export const Name = Schema.String.check(maxCharacters(200));
/** Static content, with the maximum length of texts in the data. */
export const Content = Schema.String.check(maxCharacters(100_000));
/** A key or an expression. */
export const Condition = Schema.String.check(maxCharacters(1_010));
/** A name that links and page references use; with placeholders in a section. */
const Anchor = Schema.String.check(characters(1, 300));
const Link = Schema.String.check(characters(1, 2_000));
const Coordinate = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 5000 }));

/** The members of every field: a name, a box in millimetres from the top left, and conditions. */
export const commonSettings = {
  name: Name.annotateKey({
    description:
      "A key of the manifest, whose value the field shows, or a name for people. `key#2` shows the key again.",
  }),
  position: Schema.Struct({ x: Coordinate, y: Coordinate }).annotateKey({
    description: "The upper left corner, in millimetres from that of the page.",
  }),
  width: Length.annotateKey({ description: "In millimetres." }),
  height: Length.annotateKey({ description: "In millimetres." }),
  rotate: setting(
    Schema.Finite.check(Schema.isBetween({ minimum: -3600, maximum: 3600 })),
    "Degrees clockwise around the middle.",
  ),
  opacity: setting(
    Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 })),
    "0 is invisible, 1 is opaque.",
  ),
  readOnly: setting(Schema.Boolean, "Has no effect. pdfme writes it."),
  when: setting(
    Condition,
    "A key that must have a value, or an expression that must be true: otherwise the field is hidden and leaves no gap.",
  ),
  unless: setting(Condition, "A key that must have no value, or an expression that must be false."),
  pageBreakBefore: setting(
    Schema.Boolean,
    "Starts a new page with the fields in its row, unless it is the first.",
  ),
  anchor: setting(
    Anchor,
    "A name for links (#name) and page references ({pageOf.name}) to the field: letters, digits, _ and -.",
  ),
  link: setting(
    Link,
    "Makes the box a link: https, http, mailto or tel, with placeholders, or #name of an anchor.",
  ),
  language: setting(
    LanguageTag,
    "The language of the field, such as fr: for screen readers, hyphenation, and fonts of Chinese, Japanese and Korean. By default that of the layout.",
  ),
  onPages: setting(
    Schema.Literals(["first", "notFirst", "last", "notLast", "odd", "even"]),
    "The pages that show a field of staticSchema; by default all.",
  ),
  keepWithNext: setting(Schema.Boolean, "Stays on one page with the next field."),
  keepTogether: setting(
    Schema.Boolean,
    "Is not divided by a page break, unless it is higher than a page.",
  ),
} as const;
