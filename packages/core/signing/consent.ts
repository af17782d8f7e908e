/**
 * What recipients of new envelopes agree to before they sign. Each envelope keeps the text it was
 * sent with; the SHA-256 of a text is its version.
 */
export const CONSENT = [
  "You agree to read this document and to sign or approve it electronically. What you sign here " +
    "counts as if you had signed by hand. This is about this document alone.",
  "You do not have to. You can choose Decline, or close this page, and ask the sender for the " +
    "document on paper. Until you finish you can change your mind at any time; nothing follows " +
    "from it but that the document is not signed. To withdraw later, write to the sender.",
  "You need what you are using now: a current web browser and an e-mail address, and a program " +
    "that opens PDF files for your copy. As soon as everybody has signed you are mailed a link to " +
    "the finished document: you can download it, keep it and print it. For a copy on paper, or to " +
    "have your e-mail address corrected, ask the sender.",
  "As evidence we record your name and e-mail address, when you were invited, opened the document, " +
    "agreed to this and finished, your IP address and browser, and what you filled in and signed. " +
    "The sender and everybody who is sent the finished document can see this.",
].join("\n\n");
