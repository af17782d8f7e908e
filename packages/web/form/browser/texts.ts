import type { DataType } from "@paraph/core/manifests";

import type { ImageProblem } from "./controls/image_file.ts";
import { REQUIRED_MESSAGE } from "./values/form_values.ts";

/** All texts of the form, in English. */
export const texts = {
  loading: "Loading the form…",
  skip: "Skip to the form",
  noScriptTitle: "This form needs JavaScript",
  noScript: "It is off in your browser. Allow JavaScript and load this page again.",
  untitled: "Form",
  requiredHint: "Fields marked with * are required.",
  details: "Details",

  submit: "Submit",
  submitting: "Sending…",
  progress: (filledCount: number, all: number) => `${filledCount} of ${all} required fields`,
  progressLabel: "Required fields filled in",
  mayNotSubmit: "You can look at this form, but not submit it.",

  addRow: (loop: string) => `Add to ${loop}`,
  noRows: "Nothing here yet.",
  row: (number: number) => `Row ${number}`,
  rowField: (loop: string, number: number, label: string) => `${loop}, row ${number}: ${label}`,
  moveUp: (number: number) => `Move row ${number} up`,
  moveDown: (number: number) => `Move row ${number} down`,
  remove: (number: number) => `Remove row ${number}`,
  rowMoved: (number: number) => `Moved to row ${number}.`,
  rowRemoved: (number: number) => `Row ${number} is removed.`,
  undo: "Undo",

  chooseImage: "Choose an image",
  replaceImage: "Replace",
  removeImage: "Remove",
  dropImage: "or drop one here. PNG or JPEG, at most 5 MB.",
  imageOf: (label: string) => `Chosen image for ${label}`,
  linkedImage: "An image from",
  imageProblems: {
    tooLarge: "This image is larger than 5 MB. Choose a smaller one.",
    notAnImage: "This is not a PNG or JPEG image. Choose another file.",
    unreadable: "This file could not be read. Choose it again.",
  } satisfies Record<ImageProblem, string>,

  summaryTitle: (count: number) =>
    count === 1 ? "Fix this problem first" : `Fix these ${count} problems first`,

  preview: "Preview",
  previewTitle: "Your document",
  previewPages: "Pages of your document",
  refreshPreview: "Refresh",
  closePreview: "Close",
  previewIsEmpty: "Your document appears here when all required fields are filled in.",
  previewIsOld: "Outdated",
  previewLoading: "Rendering your document…",
  previewFailed: "The preview could not be rendered. Nothing is lost: try again.",

  rendering: "Rendering your document…",
  renderingLonger: "Still working. Large documents take a little longer.",
  renderingIsSafe: "Your entries have been received. You can wait here.",
  readyTitle: "Your document is ready",
  readyText: "You can download it now.",
  download: "Download PDF",
  fillInAnother: "Fill in another",
  continue: "Continue",
  stay: "Stay here",
  redirecting: "You will be redirected in a few seconds.",
  close: "Close",
  failedTitle: "The document could not be rendered",
  failedText: "Your entries are still here. Change them and try again.",
  backToForm: "Back to the form",
  lostTitle: "The state of your document is unknown",
  lostText: "Your entries have been received, but the server does not respond.",
  lookAgain: "Check again",

  retrying: "The connection is slow. Trying again…",
  expired: "Your session has ended. Waiting for a new one. Your entries are safe.",
  tryAgain: "Try again",
  startOver: "Start over",
  restored: "Your earlier entries have been restored.",
  notLoadedTitle: "This form could not be loaded",
  notLoadedText: "Check your connection, then try again.",
  endedTitle: "This session has ended",
  endedText: "Go back to the previous page and open the form again.",
  gone: {
    unknown: {
      title: "This form doesn't exist",
      advice: "Go back to the previous page and open the form again.",
    },
    ended: {
      title: "This session has ended",
      advice: "Go back to the previous page and open the form again.",
    },
  },
  wrongModeTitle: "This session has no form",
  wrongModeText:
    "This session is for another purpose. Go back to the previous page and open the form again.",
  unresolvedTitle: "This form is not available",
  unresolvedText: "It is not published. Ask the sender for a new link.",
} as const;

/** Translates a problem of the data rules. */
export function problemText(message: string, dataType: DataType, example: string): string {
  if (message === REQUIRED_MESSAGE) return REQUIRED_TEXTS[dataType];
  if (message.startsWith("Expected at most")) return "This is too long. Use fewer characters.";
  if (!message.startsWith("Expected")) return message;
  return dataType === "number" || dataType === "currency"
    ? `Enter a number, such as ${example}.`
    : INVALID_TEXTS[dataType];
}

const REQUIRED_TEXTS: Record<DataType, string> = {
  text: "Fill this in.",
  longtext: "Fill this in.",
  number: "Enter a number.",
  currency: "Enter an amount.",
  date: "Choose a date.",
  datetime: "Choose a date and a time.",
  boolean: "Choose.",
  image: "Choose an image.",
  url: "Enter a web address.",
  email: "Enter an email address.",
};

const INVALID_TEXTS: Record<Exclude<DataType, "number" | "currency">, string> = {
  text: "This cannot be used here.",
  longtext: "This cannot be used here.",
  date: "Choose a valid date.",
  datetime: "Choose a valid date and time.",
  boolean: "Choose.",
  image: "Choose a PNG or JPEG image.",
  url: "Enter a complete web address, such as https://example.com.",
  email: "Enter a complete email address, such as ada@example.com.",
};

/** Returns the text for a submission that failed. */
export function failureText(status: number, code: string): string {
  if (status === 0) return "The request failed. Nothing is lost: try again.";
  if (status === 413) return "The form is too large to send. Use smaller images.";
  if (status === 429) return "Too many attempts. Try again in a minute.";
  return FAILURES[code] ?? "Something went wrong. Nothing is lost: try again in a moment.";
}

const FAILURES: Readonly<Record<string, string>> = {
  session_expired: "Your session has ended. Go back to the previous page and open the form again.",
  session_not_found:
    "Your session has ended. Go back to the previous page and open the form again.",
  invalid_credentials:
    "Your session has ended. Go back to the previous page and open the form again.",
  permission_denied: "You are not allowed to do this here.",
  partner_suspended: "This form is not available at the moment.",
  template_not_resolved: "This form is no longer published. Ask the sender for a new link.",
  wrong_mode:
    "This session is for another purpose. Go back to the previous page and open the form again.",
  queue_unavailable: "Documents cannot be rendered at the moment. Nothing is lost: try again soon.",
};
