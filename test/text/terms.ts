/** A word or phrase that Paraph's texts do not use. */
export interface Term {
  /** Matches it, in any case; a space also matches a line break. */
  readonly pattern: RegExp;
  /** What to write in its place. */
  readonly use: string;
}

/** The terms by name: those of the domain, which have one word for one thing, and words out of use. */
export const TERMS: Readonly<Record<string, Term>> = {
  // The domain.
  mail: { pattern: /mails?(?! (?:server|client|program|provider|box|catcher))/, use: "email" },
  answer: { pattern: /answer(?:s|ed|ing)?/, use: "response, respond" },
  repetition: { pattern: /repetitions?/, use: "idempotent replay, retry" },
  "the feed": { pattern: /the feed/, use: "event stream, Events API" },
  hook: { pattern: /(?<!paraph )hooks?/, use: "inbound webhook" },
  mint: { pattern: /mint(?:s|ed|ing)?/, use: "create" },
  guest: { pattern: /guests?/, use: "recipient, viewer" },
  partner: { pattern: /partners?/, use: "integrator, tenant" },
  sum: { pattern: /sums? of (?:the |its |a )?(?:file|byte|content)s?/, use: "checksum" },
  "what seals": { pattern: /(?:identity that|what|who) seals/, use: "signing certificate" },
  draw: {
    pattern: /draw(?:s|n|ing)? (?:a |an |the |its )?(?:document|template|render|pdf)s?/,
    use: "render",
  },
  "back to a moment": { pattern: /back to a moment/, use: "point-in-time recovery" },
  "several machines": {
    pattern: /(?:one|several) machines?/,
    use: "single node, high availability",
  },
  "the first minutes": { pattern: /first (?:five|ten) minutes/, use: "quickstart" },
  "how much it takes": { pattern: /how much it takes/, use: "capacity planning" },
  trap: { pattern: /traps?/, use: "pitfalls" },
  "live template": { pattern: /live templates?/, use: "existing template" },
  "what it stands on": { pattern: /what it stands on/, use: "dependencies" },
  "scripts of the world": { pattern: /scripts of the world/, use: "international scripts" },
  barrier: { pattern: /barriers?/, use: "accessibility issues" },
  // Words out of use.
  mend: { pattern: /mend(?:s|ed|ing)?/, use: "repair, fix" },
  anew: { pattern: /anew/, use: "again" },
  besides: { pattern: /besides/, use: "also, apart from" },
  beside: { pattern: /beside/, use: "next to, with, apart from" },
  "for ever": { pattern: /for ever/, use: "permanently, indefinitely" },
  "leads nowhere": { pattern: /leads? nowhere/, use: "not found" },
  "is told": { pattern: /(?:is|are|was|were|be|being|been) told/, use: "plain English" },
  "told of": { pattern: /told (?:of|apart|by)/, use: "plain English" },
  "go on": { pattern: /(?:go|goes|went|going) on/, use: "continue" },
  stand: { pattern: /(?:stands?|stood)(?! for)/, use: "is" },
  lie: { pattern: /(?:lie|lies|lay)/, use: "is" },
  "hand in": { pattern: /(?:hand|hands|handed|handing) (?:in|out|over)/, use: "submit, pass" },
  "house, room": { pattern: /houses?|rooms?/, use: "architecture, module, space" },
  whoever: { pattern: /who(?:m)?ever/, use: "a noun" },
  somebody: { pattern: /somebody(?:'s)?/, use: "a noun: the user, the caller, another process" },
  nobody: { pattern: /nobody(?:'s)?/, use: "a noun: no user, no process" },
  anybody: { pattern: /anybody(?:'s)?/, use: "a noun: any user, any process" },
  everybody: { pattern: /everybody(?:'s)?/, use: "a noun: all users, every recipient" },
  "what is to be": { pattern: /what (?:is|are) to be/, use: "plain English" },
};
