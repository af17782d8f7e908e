/** How often a call is tried before somebody is told. */
export const MOST_ATTEMPTS = 5;

/** The first pause and the longest, in milliseconds. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [1000, 30_000];

/**
 * How long to wait after an attempt that failed, in milliseconds: twice as long each time, with some
 * jitter, and no shorter than the server asks for as long as that is bearable.
 *
 * @param attempt The one that failed, from one on.
 * @param retryAfter What the server says, in seconds.
 * @param random From 0 to 1.
 */
export function pauseAfter(attempt: number, retryAfter: string | null, random: number): number {
  const pause = FIRST_PAUSE * 2 ** (attempt - 1) * (0.75 + random / 2);
  const asked = 1000 * Number(retryAfter ?? 0);
  return Math.min(LONGEST_PAUSE, Math.max(pause, Number.isFinite(asked) ? asked : 0));
}

/** What a call came to: a status, or nothing when the network failed. */
export type CallEnd = number | undefined;

/**
 * Whether trying again may help and does no harm. What may have happened already is not asked for twice
 * unless it is repeatable; too many requests and a queue out of reach are told before anything happens.
 */
export function isWorthRetrying(end: CallEnd, isRepeatable: boolean): boolean {
  if (end === 429 || end === 503) return true;
  return isRepeatable && (end === undefined || end >= 500);
}
