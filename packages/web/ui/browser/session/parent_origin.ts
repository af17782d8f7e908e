/** What a page knows of where it is shown. */
export interface Placement {
  /** Whether there is a page around it at all. */
  readonly isFramed: boolean;
  /** The origin of the page around it, where browsers tell. */
  readonly parentOrigin: string | undefined;
  /** The origin of a page around it that has spoken already. */
  readonly pinned: string | undefined;
  readonly allowedOrigins: ReadonlyArray<string>;
}

/**
 * The origins that messages are meant for. Where browsers do not tell who is around, it is each that
 * may be: only the one who is there hears it.
 */
export function targetOrigins(placement: Placement): ReadonlyArray<string> {
  const { isFramed, parentOrigin, pinned, allowedOrigins } = placement;
  if (!isFramed) return [];
  if (parentOrigin !== undefined) return allowedOrigins.filter((each) => each === parentOrigin);
  return pinned === undefined ? allowedOrigins : [pinned];
}

/** Whether a message that comes from an origin is listened to. */
export function mayCommand(origin: string, placement: Placement): boolean {
  return targetOrigins(placement).includes(origin);
}
