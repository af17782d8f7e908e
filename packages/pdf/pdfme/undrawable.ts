/** What cannot be drawn; the message tells a person why. */
export class Undrawable extends Error {}

/** A piece of what was sent, short enough to be read in a message. */
export function quoted(text: string): string {
  const shown = text.trim();
  return `"${shown.length > 60 ? `${shown.slice(0, 60)}…` : shown}"`;
}
