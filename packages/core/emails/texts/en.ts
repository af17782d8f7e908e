import type { EmailTexts } from "./email_texts.ts";
import { pluralsOf } from "./plurals.ts";

const days = pluralsOf("en", { one: "day", other: "days" });
const minutes = pluralsOf("en", { one: "minute", other: "minutes" });

/** The texts of emails in English. */
export const EN: EmailTexts = {
  greeting: (name) => `Hello ${name},`,
  messageFrom: (sender) => `Message from ${sender}:`,
  link: "If the button does not work, open this link:",
  onBehalfOf: (sender) => `This email was sent on behalf of ${sender}.`,
  deadline: (time) => `Deadline: ${time}`,
  daysLeft: (count) => `You have ${count} ${days(count)} left.`,
  sign: {
    subject: (document) => `Please sign: ${document}`,
    opening: ({ sender, document }) => `${sender} asks you to sign “${document}”.`,
    reminder: {
      subject: (document) => `Reminder: please sign: ${document}`,
      opening: ({ sender, document }) =>
        `${sender} is waiting for your signature on “${document}”.`,
    },
    action: "Review and sign",
    personal:
      "This link is personal: anyone who has it can sign in your name. Do not forward this email.",
  },
  approve: {
    subject: (document) => `Please approve: ${document}`,
    opening: ({ sender, document }) => `${sender} asks you to approve “${document}”.`,
    reminder: {
      subject: (document) => `Reminder: please approve: ${document}`,
      opening: ({ sender, document }) => `${sender} is waiting for your approval of “${document}”.`,
    },
    action: "Review and approve",
    personal:
      "This link is personal: anyone who has it can approve in your name. Do not forward this email.",
  },
  sentAgain: (sender) => `${sender} has sent you this email again.`,
  code: {
    subject: (code) => `${code} is your code`,
    opening: (sender) => `Enter this code to open the document from ${sender}:`,
    action: "Open the page",
    validFor: (count) => `The code is valid for ${count} ${minutes(count)} and works once.`,
    secret: "Do not give it to anyone. If you did not request it, ignore this email.",
  },
  completed: {
    subject: (document) => `Completed: ${document}`,
    opening: ({ sender, document }) =>
      `All recipients have signed “${document}”. It was sent by ${sender}.`,
    action: "Open the signed document",
    store: "Download the document and store it: any PDF reader can check whether it was changed.",
    personal: "This link is personal: anyone who has it can open the document.",
  },
  declined: {
    subject: (document) => `Declined: ${document}`,
    opening: ({ sender, document }) =>
      `A recipient has declined “${document}” from ${sender}, so the request has ended. You do not need to do anything.`,
  },
  cancelled: {
    subject: (document) => `Cancelled: ${document}`,
    opening: ({ sender, document }) =>
      `${sender} has cancelled the request for “${document}”. You do not need to do anything.`,
  },
  expired: {
    subject: (document) => `Expired: ${document}`,
    opening: ({ sender, document }) =>
      `The deadline for “${document}” from ${sender} has passed. You do not need to do anything.`,
  },
  ended: {
    action: "View the status",
    questions: (sender) => `If you have questions, contact ${sender}.`,
  },
  share: {
    subject: (document) => `Document for you: ${document}`,
    opening: ({ sender, document }) => `${sender} has shared “${document}” with you.`,
    action: "Open the document",
    validUntil: (time) => `The link is valid until: ${time}`,
    personal: "Anyone with the link can open the document. Share it only with people who need it.",
  },
  member: {
    invitation: {
      subject: (account) => `You are invited to ${account}`,
      opening: (account) => `You are invited to the account “${account}” in Paraph.`,
      action: "Accept the invitation",
    },
    signIn: {
      subject: (account) => `Sign in to ${account}`,
      opening: (account) => `Open this link to sign in to the account “${account}”.`,
      action: "Sign in",
    },
    personal:
      "The link works once, and anyone who opens it is signed in as you. If you did not expect this email, ignore it.",
  },
  toSender: {
    action: "Open in the console",
    reasonOf: (recipient) => `Reason from ${recipient}:`,
    completed: {
      subject: (document) => `Completed: ${document}`,
      opening: (document) =>
        `All recipients have signed “${document}”. The signed document and its certificate are ready.`,
    },
    declined: {
      subject: (document) => `Declined: ${document}`,
      opening: ({ recipient, document }) => `${recipient} has declined “${document}”.`,
      ended: "The request has ended. To try again, send a new one.",
    },
    delegated: {
      subject: (document) => `Delegated: ${document}`,
      opening: ({ recipient, delegate, email, document }) =>
        `${recipient} has named ${delegate} (${email}) to sign “${document}” in their place.`,
      advice: "If this person should not sign, change the recipient or cancel the request.",
    },
    undelivered: {
      subject: (document) => `Email not delivered: ${document}`,
      opening: ({ recipient, email, document }) =>
        `The email about “${document}” to ${recipient} (${email}) could not be delivered.`,
      advice: "Check the email address. You can correct the recipient or send the email again.",
    },
  },
};
