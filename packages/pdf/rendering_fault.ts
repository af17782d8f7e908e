import type { RenderFaultCode } from "@paraph/core/renders";

/** A permanent render failure: the same input fails again. */
export class RenderingFault extends Error {
  readonly code: RenderFaultCode;
  constructor(code: RenderFaultCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** A drawing that is not supported; the message is for users. */
export class UnsupportedDrawing extends Error {}

/** Quotes input for a message, shortened to 60 characters. */
export function quoted(text: string): string {
  const shown = text.trim();
  return `"${shown.length > 60 ? `${shown.slice(0, 60)}…` : shown}"`;
}
