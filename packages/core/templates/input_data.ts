/** A value that has been checked against its variable: text, an exact decimal as text, an ISO date, a boolean, an image address. `null` prints as nothing. */
export type InputValue = string | boolean | null;

/** One row of a loop: item field key to value. */
export type InputRow = Readonly<Record<string, InputValue>>;

/**
 * Render data that fits its manifest, flat: variables by dot-path, loops by key.
 *
 * Numbers and amounts are decimal text, so that money never passes through a binary float.
 */
export interface InputData {
  readonly values: Readonly<Record<string, InputValue>>;
  readonly loops: Readonly<Record<string, ReadonlyArray<InputRow>>>;
}
