import { plural } from "@paraph/core/values";

/** The texts of the form page, in English. Names in braces are placeholders. */
export const en = {
  page: {
    loading: "Loading the form…",
    skip: "Skip to the form",
    noScriptTitle: "This form needs JavaScript",
    noScript: "It is off in your browser. Allow JavaScript and load this page again.",
    untitled: "Form",
  },
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
  script: {
    untitled: "Form",
    requiredHint: "Fields marked with * are required.",
    details: "Details",

    submit: "Submit",
    submitting: "Sending…",
    progress: plural({
      one: "{filled} of {count} required field",
      other: "{filled} of {count} required fields",
    }),
    progressLabel: "Required fields filled in",
    mayNotSubmit: "You can look at this form, but not submit it.",

    steps: {
      title: "Steps",
      position: "Step {step} of {count}",
      next: "Next",
      back: "Back",
      complete: "complete",
      wrong: "incomplete",
    },

    later: {
      open: "Save and continue later",
      title: "Continue later",
      where:
        "Your entries are stored in this browser, on this device, for 30 days or until you submit the form. They are not sent anywhere. Others who use this browser can see them.",
      again: "To continue, open the form in this browser as you opened it now.",
      ends: "This session ends at {time}.",
      omitted: "Large images are not stored. Choose them again when you continue.",
      store: "Store in this browser",
      cancel: "Cancel",
      stored: "Your entries are stored. You can close this page.",
      until: "Stored in this browser until {day}.",
      remove: "Delete",
      removed: "Your stored entries are deleted. The form still shows them.",
      failed: "This browser could not store your entries.",
    },

    addRow: "Add to {loop}",
    noRows: "Nothing here yet.",
    row: "Row {row}",
    rowField: "{loop}, row {row}: {label}",
    moveUp: "Move row {row} up",
    moveDown: "Move row {row} down",
    remove: "Remove row {row}",
    rowMoved: "Moved to row {row}.",
    rowRemoved: "Row {row} is removed.",
    undo: "Undo",

    chooseImage: "Choose an image",
    replaceImage: "Replace",
    removeImage: "Remove",
    removeImageOf: "Remove: {label}",
    dropImage: "or drop one here. PNG or JPEG, at most 5 MB.",
    imageOf: "Chosen image for {label}",
    linkedImage: "An image from {host}",
    imageProblems: {
      tooLarge: "This image is larger than 5 MB. Choose a smaller one.",
      notAnImage: "This is not a PNG or JPEG image. Choose another file.",
      unreadable: "This file could not be read. Choose it again.",
    },

    summaryTitle: plural({
      one: "Fix this problem first",
      other: "Fix these {count} problems first",
    }),

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
    firstPage: "First page of {title}",
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

    offline: "You are offline. Waiting for a connection. Your entries are still here.",
    retrying: "The connection is slow. Trying again…",
    expired: "Your session has ended. Waiting for a new one. Your entries are safe.",
    tryAgain: "Try again",
    startOver: "Start over",
    restored: "Your earlier entries have been restored.",
    notLoadedTitle: "This form could not be loaded",
    notLoadedText: "Check your connection, then try again.",
    endedTitle: "This session has ended",
    endedText: "Go back to the previous page and open the form again.",
    wrongModeTitle: "This session has no form",
    wrongModeText:
      "This session is for another purpose. Go back to the previous page and open the form again.",
    unresolvedTitle: "This form is not available",
    unresolvedText: "It is not published. Ask the sender for a new link.",

    /** Required fields without a value, by data type. */
    required: {
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
    },
    /** Invalid values, by data type. */
    invalid: {
      text: "This cannot be used here.",
      longtext: "This cannot be used here.",
      number: "Enter a number, such as {example}.",
      currency: "Enter a number, such as {example}.",
      date: "Choose a valid date.",
      datetime: "Choose a valid date and time.",
      boolean: "Choose.",
      image: "Choose a PNG or JPEG image.",
      url: "Enter a complete web address, such as https://example.com.",
      email: "Enter a complete email address, such as ada@example.com.",
    },
    tooLong: "This is too long. Use fewer characters.",
    tooManyRows: "There are too many rows. Remove some.",
    failures: {
      offline: "You are offline. Nothing is lost: try again when you are connected.",
      network: "The request failed. Nothing is lost: try again.",
      tooLarge: "The form is too large to send. Use smaller images.",
      tooMany: "Too many attempts. Try again in a minute.",
      session: "Your session has ended. Go back to the previous page and open the form again.",
      permission: "You are not allowed to do this here.",
      suspended: "This form is not available at the moment.",
      unpublished: "This form is no longer published. Ask the sender for a new link.",
      wrongMode:
        "This session is for another purpose. Go back to the previous page and open the form again.",
      queue: "Documents cannot be rendered at the moment. Nothing is lost: try again soon.",
      unknown: "Something went wrong. Nothing is lost: try again in a moment.",
    },
  },
};

/** The texts of the form page in one language. Every language must have all of them. */
export type FormTexts = typeof en;
