/** A PDF that cannot be read; the message says why. */
export class UnreadablePdf extends Error {}
