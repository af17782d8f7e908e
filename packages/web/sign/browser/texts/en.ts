import { plural } from "@paraph/core/values";

/** The texts of the pages of recipients, in English. Names in braces are placeholders. */
export const en = {
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
  sign: {
    skip: "Skip to signing",
    title: "Sign this document",
    lead: "{sender} asks you to sign it.",
  },
  approve: {
    skip: "Skip to approval",
    title: "Approve this document",
    lead: "{sender} asks you to approve it.",
  },
  primary: { start: "Start", next: "Next", finish: "Finish" },
  done: {
    pageTitle: "{document} – done",
    title: "Thank you, {recipient}",
    approved: "You have approved this document.",
    signed: "You have signed this document.",
    waiting:
      "When all recipients have finished, it is digitally signed, and you receive a link to your copy by email.",
    completed:
      "All recipients have finished, and the document is digitally signed. Any PDF reader shows whether it was changed afterwards.",
    download: "Download a copy",
    read: "Read the document",
    next: "Continue",
    people: "Signers",
    ask: "Questions? Ask {sender}.",
    write: "Write to {email}",
  },
  over: {
    title: "This page can be opened only once",
    advice: "It was opened before, or has expired. Go back and open the document again.",
  },
  evidence: {
    certificate: "Download the certificate",
    combined: "Download the document and certificate in one file",
    audit: "Download the audit trail",
  },
  /** On the page of a request that has ended without a signed document. */
  closedBy: "The request was sent by {sender}. If you have questions, ask them.",
  replaced: {
    title: "This link is no longer valid",
    advice:
      "A new link was emailed to the person who signs. If that is not you, you do not need to do anything.",
  },
  closed: {
    unknown: {
      title: "This link doesn't work",
      advice: "Check that the link is complete, or ask the sender of the document for a new one.",
    },
    session: {
      title: "Your session has ended",
      advice: "Open the link in the email again to continue.",
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
    page: "Page {page}",
    name: "{type}, page {page}",
    optional: "{name} (optional)",

    button: "{name}, {state}",
    requiredButton: "{name}, required, {state}",
    missing: "Open",
    empty: "Empty",
    checked: "Checked",
    drawn: "Drawn",
    uploaded: "Uploaded",
    states: { drawn: "drawn", uploaded: "uploaded", today: "today, {date}" },
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
    typedSignature: "Signed by an earlier recipient: {name}",
    check: "Checked by an earlier recipient",
  },
  mark: {
    signatureTitle: "Your signature",
    type: "Type",
    draw: "Draw",
    upload: "Upload",
    uploadHint: "A PNG or JPEG image of your signature, for example a photo.",
    choose: "Choose an image",
    image: "Your image",
    notAnImage: "This file is not a readable PNG or JPEG image.",
    emptyImage: "This image is empty.",
    name: "Type your name",
    style: "Signature style",
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
    uploadFirst: "Choose an image first.",
    remove: "Remove",
    everywhere: plural({
      one: "Use for the required field",
      other: "Use for all {count} required fields",
    }),
    placeAll: plural({ one: "Sign the required field", other: "Sign all {count} required fields" }),
    placed: plural({ one: "Placed in {count} field", other: "Placed in {count} fields" }),
    undoPlacing: "Undo",
  },
  consent: {
    label: "I agree to sign electronically",
    details: "Read the consent text",
    missing: "Please agree before you finish.",
  },
  progress: {
    ready: "Ready to finish",
    noFields: "No required fields",
    agree: "Only your agreement is missing",
    fields: plural({ one: "{left} of {count} field left", other: "{left} of {count} fields left" }),
  },
  submit: {
    failed: "This could not be submitted. {problem}",
    checkFields: "Check the marked fields.",
  },
  decline: {
    button: "Decline",
    title: "Decline this document?",
    text: "{sender} is notified with your reason, and the document can no longer be signed. This cannot be undone.",
    approval:
      "{sender} is notified with your reason, and the document can no longer be approved. This cannot be undone.",
    reason: "Reason",
    noReason: "Enter a reason.",
    back: "Go back",
    confirm: "Decline",
  },
  delegate: {
    button: "Name another person",
    title: "Name another person",
    text: "The person you name signs in your place and receives a personal link. {sender} is notified with your reason. Your own link stops working. This cannot be undone.",
    approval:
      "The person you name approves in your place and receives a personal link. {sender} is notified with your reason. Your own link stops working. This cannot be undone.",
    firstName: "First name",
    lastName: "Last name",
    email: "Email address",
    reason: "Reason",
    noName: "Enter the first name.",
    noEmail: "Enter a valid email address.",
    noReason: "Enter a reason.",
    refused: "This person cannot sign in your place. Check the details or name another person.",
    refusedApproval:
      "This person cannot approve in your place. Check the details or name another person.",
    back: "Go back",
    confirm: "Send the document",
    doneApproval: "{name} now approves in your place",
    done: "{name} now signs in your place",
    doneText:
      "An invitation is on its way to {email}. Your link no longer works; you do not need to do anything.",
  },
  failures: {
    offline: "You are offline. Nothing is lost: try again once you are connected.",
    network: "The request failed. Nothing is lost: try again.",
    tooMany: "Too many attempts. Try again in a minute.",
    server: "Something went wrong on the server. Nothing is lost: try again in a moment.",
  },
  gate: {
    title: "Confirm that it's you",
    smsLead: "{sender} asks you to confirm your identity. A code is sent by SMS to {phone}.",
    emailLead: "{sender} asks you to confirm your identity. A code is sent to {email}.",
    accessLead: "{sender} asks you to confirm your identity with the access code they gave you.",
    send: "Send the code",
    sendAgain: "Send a new code",
    sent: "The code was sent. It is valid for 10 minutes.",
    notSent: "No code can be sent now. Try again in a minute, or later after wrong codes.",
    justSent: "A code was just sent. Check your email, or request a new one in a minute.",
    smsJustSent: "A code was just sent. Check your messages, or request a new one later.",
    smsFailed: "The SMS could not be sent. Try again later.",
    emailCode: "Code from the email",
    smsCode: "Code from the SMS",
    accessCode: "Access code",
    enter: "Continue",
    missing: "Enter the code.",
    wrong: "This code is wrong or has expired.",
    locked: "Too many wrong codes. Try again later, or ask the sender.",
  },
  inPerson: {
    title: "Please hand the device to {recipient}",
    lead: "{sender} asks {recipient} to sign a document in person. {host} provides this device.",
    approvalLead:
      "{sender} asks {recipient} to approve a document in person. {host} provides this device.",
    confirm: "I am {recipient}",
    notYou: "Not {recipient}? Give the device back to {host}.",
    allSigned: "Everyone has signed",
    all: "Please give the device back to {host}.",
  },
  /** What a recipient has done or has still to do. */
  statuses: {
    signed: "Signed",
    approved: "Approved",
    declined: "Declined",
    toSign: "Still to sign",
    toApprove: "Still to approve",
  },
  /** Problems that the server finds in a submission. */
  problems: {
    consentChanged: "The consent text has changed. Load the page again.",
    unknownField: "This field is no longer in the document. Load the page again.",
    required: "This is required.",
    initialsRequired: "Your initials are required.",
    invisible: "This has no visible characters.",
    initialsInvisible: "Your initials have no visible characters.",
    notToday: "Your device's date is not today's date.",
    noSignature: "Sign at least once.",
    notAnOption: "Choose one of the options.",
    notTrueOrFalse: "This value cannot be used here.",
    notText: "This value cannot be used here.",
    unstorable: "This contains a character that cannot be stored.",
    longLine: "This is too long. Use fewer characters.",
    longText: "This is too long. Use fewer characters.",
    severalLines: "Use only one line.",
    manyLines: "Use fewer lines.",
    notEmail: "Enter an email address.",
    notNumber: "Enter a number.",
    notDate: "Enter a date.",
    notPhone: "Enter a phone number.",
    notUrl: "Enter a web address that starts with https://.",
    notAnImage: "This is not a readable PNG image.",
    doesNotFit: "This is too long for its box.",
  },
};

/** The texts of the pages of recipients in one language. Every language must have all of them. */
export type SignTexts = typeof en;

/** The texts that the scripts of the pages show. */
export type SignScriptTexts = Pick<
  SignTexts,
  | "primary"
  | "fields"
  | "earlier"
  | "mark"
  | "consent"
  | "progress"
  | "submit"
  | "decline"
  | "delegate"
  | "failures"
  | "gate"
  | "statuses"
  | "problems"
>;
