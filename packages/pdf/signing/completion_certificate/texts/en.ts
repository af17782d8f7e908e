import { plural } from "@paraph/core/values";

/** The texts of certificates, in English. Names in braces are placeholders. */
export const en = {
  outcomes: {
    completed: {
      title: "Certificate of completion",
      lead: "All signers and approvers have signed or approved the document below. This certificate records who signed or approved, when and how. Both files have a digital signature that permits no changes; paraph verify checks it.",
      ended: "Completed",
    },
    declined: {
      title: "Certificate: declined",
      lead: "A recipient declined the document below, so it was not signed by all. This certificate records what happened until then. It has a digital signature that permits no changes; paraph verify checks it.",
      ended: "Declined",
    },
    cancelled: {
      title: "Certificate: cancelled",
      lead: "The sender cancelled the request before all had signed the document below. This certificate records what happened until then. It has a digital signature that permits no changes; paraph verify checks it.",
      ended: "Cancelled",
    },
    expired: {
      title: "Certificate: expired",
      lead: "The time to sign ended before all had signed the document below. This certificate records what happened until then. It has a digital signature that permits no changes; paraph verify checks it.",
      ended: "Expired",
    },
  },
  pageNumber: "Page {currentPage} of {totalPages}",
  request: {
    id: "Request",
    sender: "Sent by",
    sent: "Sent",
    pages: "Pages",
    signedBy: "Signed by",
    people: plural({ one: "{count} person", other: "{count} people" }),
    reason: "Reason: {reason}",
  },
  document: { title: "Document", original: "SHA-256 when sent", sealed: "SHA-256 when sealed" },
  seal: {
    title: "Seal",
    by: "Sealed by",
    fingerprint: "Certificate, SHA-256",
    level: "Level",
    levelText: "{level}, certification signature: no changes permitted",
    at: "Sealed",
    atText: "{time}, by this service's clock",
    timestamp: "Time stamp",
    timestampText: "{time}, by the time-stamping authority of this service",
    noTimestamp: "None: all times are those of this service's clock",
    note: "Simple electronic signatures, sealed by {subject}; not a qualified electronic signature.",
    selfSigned:
      "{note} This service created the signing certificate itself: no certificate authority confirms its name. Compare its SHA-256 with the one that the operator of the service gives you.",
  },
  recipients: {
    title: "Recipients",
    roles: { Signer: "Signer", Approver: "Approver", CC: "Receives a copy" },
    order: "{role} · order {order}",
    email: "Email",
    authentication: "Authentication",
    authentications: {
      link: "Possession of the personal link emailed to this address",
      embedded: "Link in a page of the sender, which identified the recipient",
      email_code: "Personal link, and a one-time code emailed to this address",
      sms_code: "Personal link, and a one-time code sent by SMS to {phone}",
      access_code: "Personal link, and an access code from the sender",
    },
    inPerson: {
      link: "In person, on a device of {host}; the email address was not checked",
      email_code: "In person, on a device of {host}, with a one-time code emailed to this address",
      sms_code:
        "In person, on a device of {host}, with a one-time code sent by SMS to {phone}; the email address was not checked",
      access_code:
        "In person, on a device of {host}, with an access code; the email address was not checked",
    },
    delegatedBy: "Delegated by",
    invited: "Invited",
    invitations: {
      queued: "{time} (email queued)",
      sent: "{time} (email sent)",
      failed: "{time} (email not delivered)",
    },
    viewed: "Viewed",
    consented: "Consented",
    consentedIn: "{time} ({language})",
    signed: "Signed",
    approved: "Approved",
    declined: "Declined",
    localTime: "Local time",
    ip: "IP address",
    device: "Device",
    signatures: {
      typed: "Signature, typed",
      drawn: "Signature, drawn",
      image: "Signature, uploaded",
    },
    initials: { typed: "Initials, typed", drawn: "Initials, drawn", image: "Initials, uploaded" },
  },
  devices: {
    browserOn: "{browser} on {system}",
    someBrowserOn: "A browser on {system}",
    unknown: "An unknown browser",
    iPhone: "an iPhone",
    iPad: "an iPad",
    Mac: "a Mac",
  },
  fields: {
    filledIn: "Filled in",
    page: "Page",
    sha256: "SHA-256 of the value",
    types: {
      signature: "Signature",
      initial: "Initials",
      text: "Text",
      date: "Date",
      checkbox: "Checkbox",
      dropdown: "Choice",
      radio_buttons: "Choice",
      text_area: "Long text",
    },
  },
  consent: { title: "Consent ({language})", sha256: "SHA-256 of this text" },
  events: {
    title: "Audit trail",
    lead: "Every event with its SHA-256, which also covers the event before it: changing, removing or moving an event changes all later SHA-256 values. Times are UTC.",
    time: "Time",
    what: "What",
    who: "Who",
    about: "{event}: {email}",
    last: "Last SHA-256",
    types: {
      sent: "Sent for signature",
      invited: "Invitation queued",
      resent: "Invitation queued again",
      reminded: "Reminder queued",
      extended: "Time to sign changed",
      recipient_changed: "Recipient corrected",
      delegated: "Delegated",
      email_sent: "Email sent",
      email_failed: "Email not delivered",
      email_complained: "Email reported as spam",
      name_confirmed: "Name confirmed in person",
      viewed: "Opened the document",
      code_sent: "Code requested",
      code_failed: "SMS with the code not sent",
      authenticated: "Entered the right code",
      authentication_failed: "Entered a wrong code",
      consented: "Agreed to sign electronically",
      signed: "Signed",
      approved: "Approved",
      declined: "Declined",
      cancelled: "Cancelled",
      expired: "Expired",
      finished: "All recipients have signed",
      completed: "Sealed and stored",
    },
  },
  verify: {
    title: "How to verify",
    operator:
      "Ask the operator of the service for the SHA-256 of its certificate, or for its root certificate. Anyone can make a certificate with the same name: do not rely on the SHA-256 in this file.",
    sealed:
      "paraph verify SIGNED CERTIFICATE --certificate SHA256 (or --root FILE) checks that both files are unchanged since they were sealed with that certificate, and that they belong together. It needs no network and does not check revocation.",
    unsealed:
      "paraph verify CERTIFICATE --certificate SHA256 (or --root FILE) checks that this file is unchanged since it was sealed with that certificate. It needs no network and does not check revocation.",
    readers:
      "PDF readers check that signatures are valid, as does pdfsig FILE: “Signature is Valid” and “Total document signed”. That alone does not tell who signed.",
    sealedSha256: "sha256sum FILE of the sealed document gives the SHA-256 above.",
    sentSha256: "sha256sum FILE of the sent document gives the SHA-256 above.",
    audit:
      "The whole audit trail is attached to this file as audit.json (pdfdetach -saveall FILE). The hash of its last event begins with {head}.",
  },
};

/** The texts of certificates in one language. Every language must have all of them. */
export type CertificateTexts = typeof en;
