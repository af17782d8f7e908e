/** All texts of the development inbox, in English. Names in braces are placeholders. */
export const TEXTS = {
  inbox: "Development inbox",
  facts: "Emails of this server. It has no mail server (SMTP_URL), so nothing was sent.",
  refresh: "Refresh",
  list: "Emails, newest first",
  to: "To {recipient}",
  limited: (count: number) => `Only the newest ${count} emails are listed.`,
  empty: {
    title: "No emails yet",
    advice:
      "Emails appear here when you send a document for signature or share it by email. Then refresh this page.",
  },
  back: "All emails",
  from: "From",
  recipient: "To",
  sent: "Time",
  download: "Download .eml",
  html: "HTML version",
  text: "Plain text version",
  missing: {
    title: "This email doesn't exist",
    advice: "It may have been erased. The inbox lists the emails that exist.",
  },
} as const;
