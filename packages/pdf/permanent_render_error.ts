import type { RenderErrorCode } from "@paraph/core/renders";

/** A permanent render failure: the same input fails again. */
export class PermanentRenderError extends Error {
  readonly code: RenderErrorCode;
  constructor(code: RenderErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** A drawing that is not supported; the message is for users. */
export class UnsupportedDrawing extends Error {}

/** Quotes input for a message, shortened to 60 characters. */
export function quote(text: string): string {
  const trimmedText = text.trim();
  return `"${trimmedText.length > 60 ? `${trimmedText.slice(0, 60)}…` : trimmedText}"`;
}
