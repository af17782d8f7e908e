/** The consent text in English. */
export const en = [
  "You agree to read this document and to sign or approve it electronically. Your electronic " +
    "signature counts as if you had signed by hand. This applies to this document only.",
  "You do not have to agree. You can choose Decline, or close this page, and ask the sender for the " +
    "document on paper. You can change your mind at any time until you finish; the only " +
    "consequence is that the document is not signed. To withdraw later, write to the sender.",
  "You need a current web browser and an email address, and a program that opens PDF files for " +
    "your copy. When all recipients have signed, you receive an email with a link to the finished " +
    "document: you can download it, store it and print it. For a copy on paper, or to correct your " +
    "email address, ask the sender.",
  "As evidence, we record your name and email address, when you were invited, opened the document, " +
    "agreed to this and finished, your IP address and browser, and what you filled in and signed. " +
    "The sender and all recipients of the finished document can see this.",
].join("\n\n");
