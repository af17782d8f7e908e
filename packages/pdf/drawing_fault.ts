import type { RenderFaultCode } from "@paraph/core/renders";

/** Why a drawing cannot be made; the same input fails the same way again. */
export class DrawingFault extends Error {
  readonly code: RenderFaultCode;
  constructor(code: RenderFaultCode, message: string) {
    super(message);
    this.code = code;
  }
}
