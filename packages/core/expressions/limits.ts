/** The maximum length of an expression, in characters. */
export const MAX_LENGTH = 1_000;

/** How deep parentheses, calls and conditions can be nested. */
export const MAX_DEPTH = 32;

/** The maximum number of steps of all expressions in a document. */
export const MAX_STEPS = 5_000_000;

/** The maximum length of a text that an expression makes, in characters. */
export const MAX_TEXT = 100_000;

/** An expression exceeds a limit with the data of a document; the message is for people. */
export class ExpressionLimit extends Error {}
