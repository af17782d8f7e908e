import { Schema } from "effect";

import { visibleName } from "../../../values/mod.ts";

/** A choice, which is printed as text. Blanks around it would not be visible. */
const Choice = visibleName(200).check(
  Schema.isPattern(/^(?:\S(?:[^]*\S)?)?$/u, {
    message: "Expected a text without blanks around it",
  }),
);

/** The choices of a recipient, 1 to 100, which differ visibly. */
export const Choices = Schema.Array(Choice).check(
  Schema.isBetweenLength(1, 100),
  Schema.isUnique(),
);
