/** The texts of the page to sign in, and of the page to choose an account. */
export const SIGN_IN_TEXTS = {
  title: "Sign in to Paraph",
  email: "Email address",
  emailHint: "For members of an account. You receive a link that signs you in.",
  emailButton: "Email me a link",
  sending: "Sending…",
  emailMissing: "Enter an email address, such as ada@example.com.",
  emailSent:
    "If a member has this address, an email with a link is on its way. The link works once, for 15 minutes.",
  linkAdvice:
    "Or run this command where the Paraph CLI is set up. It opens a link that signs you in.",
  keyTitle: "Sign in with a key",
  keyHint: "The key is sent once and not stored in your browser. The session ends with the key.",
  key: "Project key or account key",
  button: "Sign in",
  working: "Signing in…",
  missing: "Enter a key that starts with svc_.",
  provider: (name: string) => `Continue with ${name}`,
  problems: {
    expired: "The sign-in took too long, or began in another browser. Try again.",
    unavailable: "The identity provider did not confirm your sign-in. Try again in a moment.",
    cancelled: "The sign-in was cancelled.",
    unverified: "The identity provider does not confirm your email address. Ask those who run it.",
    unknown:
      "No account has a member with your email address. Ask an owner of the account to invite you.",
  },
  accounts: {
    title: "Choose an account",
    advice: "Your email address belongs to members of several accounts.",
    label: "Accounts",
  },
} as const;
