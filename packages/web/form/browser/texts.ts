import type { DataType } from "@paraph/core/manifests";

import { REQUIRED } from "./answers/answers.ts";
import type { ImageProblem } from "./controls/image_file.ts";

/** All texts of the form. */
export const texts = {
  loading: "Loading the form…",
  skip: "Skip to the form",
  noScriptTitle: "This form needs JavaScript",
  noScript: "It is off in your browser. Allow it and load this page again.",
  untitled: "Form",
  requiredHint: "Fields marked with * are required.",
  details: "Details",

  submit: "Submit",
  submitting: "Sending…",
  progress: (done: number, all: number) => `${done} of ${all} required fields`,
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
    notAnImage: "This is no PNG or JPEG image. Choose another file.",
    unreadable: "This file could not be read. Choose it again.",
  } satisfies Record<ImageProblem, string>,

  summaryTitle: (count: number) =>
    count === 1 ? "One thing needs your attention" : `${count} things need your attention`,

  preview: "Preview",
  previewTitle: "Your document",
  previewPages: "Pages of your document",
  refreshPreview: "Refresh",
  closePreview: "Close",
  previewIsEmpty: "Fill in what is required, and your document appears here.",
  previewIsOld: "Changed since",
  previewLoading: "Rendering your document…",
  previewFailed: "The preview could not be made. Nothing is lost: try again.",

  rendering: "Making your document…",
  renderingLonger: "Still working. Large documents take a little longer.",
  renderingIsSafe: "What you filled in has arrived. You can wait here.",
  readyTitle: "Your document is ready",
  readyText: "You can download it now.",
  download: "Download PDF",
  fillInAnother: "Fill in another",
  continue: "Continue",
  stay: "Stay here",
  redirecting: "We take you on in a few seconds.",
  close: "Close",
  failedTitle: "The document could not be made",
  failedText: "What you filled in is still here. Change it and try again.",
  backToForm: "Back to the form",
  lostTitle: "We lost track of your document",
  lostText: "Your answers have arrived, but the server does not respond.",
  lookAgain: "Look again",

  retrying: "The connection is slow. Trying again…",
  expired: "Your session has ended. Waiting for a new one; nothing you filled in is lost.",
  tryAgain: "Try again",
  startOver: "Start over",
  restored: "What you filled in before is back.",
  notLoadedTitle: "This form could not be loaded",
  notLoadedText: "Check your connection, then try again.",
  endedTitle: "This session has ended",
  endedText: "Go back to where you opened the form, and open it again.",
  wrongModeTitle: "There is no form here",
  wrongModeText: "This session is for something else. Open the form again from where you came.",
  unresolvedTitle: "This form is not available",
  unresolvedText: "It is not published. Ask the sender for a new link.",
} as const;

/** Translates a problem of the data rules. */
export function problemText(message: string, dataType: DataType, example: string): string {
  if (message === REQUIRED) return WANTED[dataType];
  if (message.startsWith("Expected at most")) return "This is too long. Use fewer characters.";
  if (!message.startsWith("Expected")) return message;
  return dataType === "number" || dataType === "currency"
    ? `Write a number, such as ${example}.`
    : SHAPES[dataType];
}

const WANTED: Record<DataType, string> = {
  text: "Fill this in.",
  longtext: "Fill this in.",
  number: "Write a number.",
  currency: "Write an amount.",
  date: "Choose a date.",
  datetime: "Choose a date and a time.",
  boolean: "Choose.",
  image: "Choose an image.",
  url: "Write a web address.",
  email: "Write an email address.",
};

const SHAPES: Record<Exclude<DataType, "number" | "currency">, string> = {
  text: "This cannot be used here.",
  longtext: "This cannot be used here.",
  date: "Choose a day that exists.",
  datetime: "Choose a day and a time that exist.",
  boolean: "Choose.",
  image: "Choose a PNG or JPEG image.",
  url: "Write a whole web address, such as https://example.com.",
  email: "Write a whole email address, such as ada@example.com.",
};

/** Returns the text for a submission that failed. */
export function failureText(status: number, code: string): string {
  if (status === 0) return "This did not get through. Nothing is lost: try again.";
  if (status === 413) return "Together this is too large to send. Use smaller images.";
  if (status === 429) return "Too many attempts. Try again in a minute.";
  return FAILURES[code] ?? "Something went wrong. Nothing is lost: try again in a moment.";
}

const FAILURES: Readonly<Record<string, string>> = {
  session_expired: "Your session has ended. Open the form again from where you came.",
  session_not_found: "Your session has ended. Open the form again from where you came.",
  invalid_credentials: "Your session has ended. Open the form again from where you came.",
  permission_denied: "You are not allowed to do this here.",
  partner_suspended: "This form is not available at the moment.",
  template_not_resolved: "This form is no longer published. Ask the sender for a new link.",
  wrong_mode: "This session is for something else. Open the form again from where you came.",
  queue_unavailable: "Documents cannot be made just now. Nothing is lost: try again in a moment.",
};
