/** Who does something, as far as a request tells; neither is proof of anything. */
export interface Visitor {
  readonly sourceIp: string | null;
  readonly userAgent: string | null;
}

/** Nobody from outside: what the service does by itself. */
export const NO_VISITOR: Visitor = { sourceIp: null, userAgent: null };
