/** All texts of the pages of recipients, in English. Names in braces are placeholders. */
export const TEXTS = {
  skip: "Skip to signing",
  until: "until {day}",
  sender: "from {sender}",
  recipient: "for {recipient}",
  openPdf: "Open the PDF",
  document: "The document",
  noScript: {
    title: "This page needs JavaScript",
    text: "It is off in your browser. You can {document}; to sign it, allow JavaScript and load this page again.",
    document: "read the document",
  },
  sign: { title: "Sign this document", lead: "{sender} asks you to sign it." },
  approve: { title: "Approve this document", lead: "{sender} asks you to approve it." },
  fields: {
    title: "Fields to complete",
    types: {
      signature: "Signature",
      initial: "Initials",
      date: "Date",
      text: "Text",
      text_area: "Text",
      checkbox: "Checkbox",
      dropdown: "Choice",
      radio_buttons: "Choice",
    },
    page: (page: number) => `Page ${page}`,
    name: (type: string, page: number) => `${type}, page ${page}`,
    optional: (name: string) => `${name} (optional)`,
    /** The name of a button for screen readers. */
    button: (name: string, isRequired: boolean, state: string) =>
      `${name}, ${isRequired ? "required, " : ""}${state}`,
    missing: "Open",
    empty: "Empty",
    checked: "Checked",
    drawn: "Drawn",
    states: {
      open: "open",
      drawn: "drawn",
      choose: "choose",
      today: (date: string) => `today, ${date}`,
    },
    hints: { signature: "Sign", initial: "Initial", date: "Date", choice: "Choose" },
    problems: {
      signature: "Sign here",
      initial: "Initial here",
      checkbox: "Check this box",
      choice: "Choose one",
      text: "Fill this in",
    },
  },
  earlier: {
    signature: "Signed by an earlier recipient",
    typedSignature: (name: string) => `Signed by an earlier recipient: ${name}`,
    check: "Checked by an earlier recipient",
  },
  mark: {
    signatureTitle: "Your signature",
    nameTitle: "Your name",
    type: "Type",
    draw: "Draw",
    name: "Type your name",
    padHint: "Draw with your mouse, pen or finger.",
    pad: "Your drawing",
    undo: "Undo",
    clear: "Clear",
    initials: "Your initials",
    cancel: "Cancel",
    apply: "Apply",
    sign: "Sign here",
    initial: "Initial here",
    drawFirst: "Draw your signature first.",
    typeFirst: "Type your name first.",
    drawMissing: "Draw your signature.",
    typeMissing: "Type your name to sign.",
  },
  options: { title: "Choose one", cancel: "Cancel", choose: "Choose" },
  consent: {
    label: "I agree to sign electronically",
    details: "Read the consent text",
    missing: "Please agree before you finish.",
  },
  progress: {
    ready: "Ready to finish",
    noFields: "No required fields",
    fields: (filledCount: number, all: number) =>
      `${filledCount} of ${all} required ${all === 1 ? "field" : "fields"}`,
  },
  next: "Next",
  finish: "Finish",
  notSubmitted: (problem: string) => `This could not be submitted. ${problem}`,
  checkFields: "Check the marked fields.",
  decline: {
    button: "Decline",
    title: "Decline this document?",
    text: "{sender} is notified with your reason, and the document can no longer be signed. This cannot be undone.",
    reason: "Reason",
    noReason: "Enter a reason.",
    back: "Go back",
    confirm: "Decline",
  },
  failures: {
    offline: "You are offline. Nothing is lost: try again once you are connected.",
    network: "The request failed. Nothing is lost: try again.",
    tooMany: "Too many attempts. Try again in a minute.",
    server: "Something went wrong on the server. Nothing is lost: try again in a moment.",
  },
  done: {
    pageTitle: (document: string) => `${document} – done`,
    title: (recipient: string) => `Thank you, ${recipient}`,
    approved: "You have approved this document.",
    signed: "You have signed this document.",
    waiting:
      "When all recipients have finished, it is digitally signed, and you receive a link to your copy by email.",
    completed:
      "All recipients have finished, and the document is digitally signed. Any PDF reader shows whether it was changed afterwards.",
    download: "Download a copy",
    next: "Continue",
    people: "Signers",
    statuses: {
      signed: "Signed",
      approved: "Approved",
      declined: "Declined",
      toSign: "Still to sign",
      toApprove: "Still to approve",
    },
    ask: "Questions? Ask {sender}.",
  },
  over: {
    title: "This page can be opened only once",
    advice: "It was opened before, or has expired. Go back and open the document again.",
  },
  gate: {
    title: "Confirm that it's you",
    emailLead: "{sender} asks you to confirm your identity. A code is sent to {email}.",
    accessLead: "{sender} asks you to confirm your identity with the access code they gave you.",
    send: "Send the code",
    sendAgain: "Send a new code",
    sent: "The code was sent. It is valid for 10 minutes.",
    notSent: "No code can be sent now. Try again in a minute, or later after wrong codes.",
    justSent: "A code was just sent. Check your email, or request a new one in a minute.",
    emailCode: "Code from the email",
    accessCode: "Access code",
    enter: "Continue",
    missing: "Enter the code.",
    wrong: "This code is wrong or has expired.",
    locked: "Too many wrong codes. Try again later, or ask the sender.",
  },
  evidence: { certificate: "Download the certificate", audit: "Download the audit trail" },
  /** On the page of a request that has ended without a signed document. */
  closedBy: "The request was sent by {sender}. If you have questions, ask them.",
  closed: {
    unknown: {
      title: "This link doesn't work",
      advice: "Check that the link is complete, or ask the sender of the document for a new one.",
    },
    declined: {
      title: "This document was declined",
      advice: "It can no longer be signed. The sender has received the reason.",
    },
    cancelled: {
      title: "This document has been withdrawn",
      advice: "The sender no longer asks for signatures. You do not need to do anything.",
    },
    expired: {
      title: "The time to sign has passed",
      advice: "Ask the sender to send the document again if you still want to sign it.",
    },
  },
} as const;

/** What a recipient has done or has still to do. */
export function personStatus(
  designation: "Signer" | "Approver" | "CC",
  status: "waiting" | "finished" | "declined",
): string {
  const { statuses } = TEXTS.done;
  if (status === "declined") return statuses.declined;
  if (designation === "Approver") {
    return status === "finished" ? statuses.approved : statuses.toApprove;
  }
  return status === "finished" ? statuses.signed : statuses.toSign;
}
