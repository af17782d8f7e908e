/** The texts of the verification pages, in English. Names in braces are placeholders. */
export const en = {
  start: {
    title: "Check a signed document",
    lead: "Choose a signed PDF or a certificate. This service checks that it has signed the file digitally, and that nothing was changed since.",
  },
  form: {
    title: "Check a file",
    lead: "Choose the signed PDF or the certificate of this request.",
    file: "PDF file",
    check: "Check",
    privacy: "The file is only checked. It is not stored.",
  },
  outcomes: {
    completed: { title: "All have signed", ended: "Completed" },
    declined: { title: "A recipient declined", ended: "Declined" },
    cancelled: { title: "The sender cancelled", ended: "Cancelled" },
    expired: { title: "The time to sign ended", ended: "Expired" },
  },
  request: {
    compare:
      "This service issued the certificate of this request. Compare this page with it: the document, names, times and SHA-256 must be the same.",
    title: "Request",
    sender: "Sent by",
    sent: "Sent",
    id: "Request number",
    original: "SHA-256 when sent",
    sealed: "SHA-256 when signed",
    people: "Recipients",
    roles: { Signer: "Signer", Approver: "Approver", CC: "Receives a copy" },
    signed: "Signed: {time}",
    approved: "Approved: {time}",
    declined: "Declined: {time}",
    open: "Not signed",
  },
  facts: {
    signer: "Signed digitally by",
    fingerprint: "Certificate, SHA-256",
    at: "By the clock of this service",
    timestamp: "Time stamp",
    timestampBy: "{time}, by {authority}",
    sha256: "SHA-256 of the file",
    request: "Request number",
    link: "Show the request of this certificate",
  },
  matches: {
    document: "It is the signed document of this request.",
    certificate: "It has the certificate of this request.",
    foreign: "It does not belong to this request.",
  },
  results: {
    valid: {
      title: "The file is unchanged",
      text: "This service signed it digitally, and nothing was changed since.",
    },
    changed: {
      title: "The file was changed",
      text: "It was changed after it was signed, or its digital signature is damaged. Do not rely on it: ask for the original file.",
    },
    untrusted: {
      title: "Not signed by this service",
      text: "The file is unchanged since it was signed, but not with a certificate of this service. Check it where it was signed.",
    },
    unsigned: {
      title: "The file is not signed",
      text: "It has no digital signature. Choose the signed PDF: a print or a scan has no signature.",
    },
    notPdf: { title: "The file is not a PDF", text: "Choose the signed PDF or its certificate." },
    tooComplex: {
      title: "The file cannot be checked",
      text: "Reading it takes too long. Ask for the original file.",
    },
    missing: { title: "No file was received", text: "Choose a PDF file, then check it again." },
    tooLarge: {
      title: "The file is too large",
      text: "This page checks files of up to 32 MB. Check larger files with paraph verify.",
    },
    busy: { title: "Too many requests", text: "Please try again in a minute." },
  },
  unknown: {
    title: "This certificate is not known",
    text: "Check the address. The certificate may be from another service, or its request was deleted.",
  },
};

/** The texts of the verification pages in one language. Every language must have all of them. */
export type VerifyTexts = typeof en;
