/** The texts of the share page, in English. Names in braces are placeholders. */
export const en = {
  skip: "Skip to the document",
  until: "until {day}",
  print: "Print",
  download: "Download",
  message: "Message from {sender}",
  noScript: {
    title: "The document is not shown here",
    reason: "Showing it needs JavaScript, which is off in your browser.",
    advice: "{download} or {open}.",
    download: "Download the document",
    open: "open it in your browser",
  },
  slow: {
    text: "This takes longer than usual. You can {download} instead.",
    download: "download the document",
  },
  printing: {
    page: "Page {page}",
    progress: "Preparing page {page} of {count}…",
    cancel: "Cancel",
    failed: "The document could not be prepared for printing.",
  },
  tools: {
    thumbnails: "Page thumbnails",
    search: "Search",
    zoomOut: "Zoom out",
    zoomIn: "Zoom in",
    fit: "Fit to width",
  },
  find: {
    label: "Search in the document",
    count: "{current} of {count}",
    none: "Nothing found",
    previous: "Previous match",
    next: "Next match",
    close: "Close the search",
  },
  failed: {
    advice: "Check your connection, then try again.",
    offline: "You are offline. Connect to the internet, then try again.",
  },
  contents: { title: "Contents", goToPage: "Go to page", go: "Go" },
  neutral: {
    unknown: {
      title: "This link doesn't work",
      advice: "Check that the link is complete, or ask the sender for a new one.",
    },
    revoked: {
      title: "This link has been withdrawn",
      advice: "Ask the sender for a new link if you still need the document.",
    },
    expired: {
      title: "This link has expired",
      advice: "Ask the sender for a new link if you still need the document.",
    },
  },
};

/** The texts of the share page in one language. Every language must have all of them. */
export type ShareTexts = typeof en;

/** The texts that the script of the page shows. */
export type ShareScriptTexts = Pick<
  ShareTexts,
  "download" | "printing" | "contents" | "tools" | "find" | "failed"
>;
