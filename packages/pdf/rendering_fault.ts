import type { RenderFaultCode } from "@paraph/core/renders";

/** Why a drawing cannot be made; the same input fails the same way again. */
export class RenderingFault extends Error {
  readonly code: RenderFaultCode;
  constructor(code: RenderFaultCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** What cannot be drawn; the message tells a person why. */
export class UnsupportedDrawing extends Error {}

/** A piece of what was sent, short enough to be read in a message. */
export function quoted(text: string): string {
  const shown = text.trim();
  return `"${shown.length > 60 ? `${shown.slice(0, 60)}…` : shown}"`;
}
