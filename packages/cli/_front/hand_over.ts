/** Whether the command needs a module that the front lacks. */
let needsSources = false;

/** Marks the process for the files, which have their own copy of this module. */
const HANDED_OVER = Symbol.for("paraph/handed_over");

/**
 * Returns an error that ends the command in the front. The front throws it in place of each module that it
 * lacks.
 */
export function handOver(): Error {
  needsSources = true;
  Reflect.set(globalThis, HANDED_OVER, true);
  return new Error("Not in the front: the command runs from its files");
}

/**
 * Whether the command must run again from its files. For this reason, a command imports its program before it
 * has any effect.
 */
export const isHandedOver = (): boolean => needsSources;

/** Whether the front has started this command before, and printed its warnings. */
export const wasInFront = (): boolean => !needsSources && Reflect.has(globalThis, HANDED_OVER);
