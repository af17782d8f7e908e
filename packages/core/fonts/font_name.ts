import { Schema } from "effect";

import { characters } from "../values/mod.ts";

/** The maximum length of a font's name. */
const MAX_NAME = 100;

/** Letters, digits, spaces, dots, hyphens and underscores; the first and the last are no spaces. */
const PATTERN = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} ._-]*[\p{L}\p{M}\p{N}._-])?$/u;

/** The name of a font of a project, by which layouts refer to it. */
export const FontName = Schema.String.check(
  characters(1, MAX_NAME),
  Schema.makeFilter(
    (text) =>
      text === "" ||
      PATTERN.test(text) ||
      "Expected letters, digits, spaces, dots, hyphens and underscores",
  ),
);

/** The `fontName` of a layout, which names a bundled font or a font of the project. */
export const FontReference = Schema.String.check(characters(1, 2 * MAX_NAME));
