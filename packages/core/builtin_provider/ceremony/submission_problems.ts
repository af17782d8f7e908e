import { Struct } from "effect";

/** The maximum lengths of a single line and of a text of several lines. */
export const MAX_LINE_LENGTH = 200;
export const MAX_TEXT_LENGTH = 2000;

/** The maximum number of lines. */
export const MAX_LINES = 50;

/** The problems of a recipient's submission, as the API describes them. Pages translate them by their key. */
export const SUBMISSION_PROBLEMS = {
  consentChanged: "Is not the current consent text: load the page again",
  unknownField: "Is not one of your fields",
  required: "Is required",
  initialsRequired: "Are required",
  invisible: "Is not visible",
  initialsInvisible: "Are not visible",
  notToday: "Is not today's date",
  noSignature: "Expected at least one signature",
  notAnOption: "Is not one of the options",
  notTrueOrFalse: "Expected true or false",
  notText: "Expected a text",
  unstorable: "Contains a character that cannot be stored",
  longLine: `Is longer than ${MAX_LINE_LENGTH} characters`,
  longText: `Is longer than ${MAX_TEXT_LENGTH} characters`,
  severalLines: "Must be one line",
  manyLines: `Has more than ${MAX_LINES} lines`,
  notEmail: "Is not an email address",
  notNumber: "Is not a number",
  notDate: "Is not a date as YYYY-MM-DD",
  notPhone: "Is not a phone number",
  notUrl: "Is not a URL that starts with http:// or https://",
  notAnImage: "Is not a readable PNG image with visible pixels",
  doesNotFit: "Is too long for its box",
} as const;

/** The key of a problem in {@linkcode SUBMISSION_PROBLEMS}. */
export type SubmissionProblem = keyof typeof SUBMISSION_PROBLEMS;

/** The key of the problem that a message of the API describes. */
export function submissionProblemOf(message: string): SubmissionProblem | undefined {
  return Struct.keys(SUBMISSION_PROBLEMS).find((key) => SUBMISSION_PROBLEMS[key] === message);
}
