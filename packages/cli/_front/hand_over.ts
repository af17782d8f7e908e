/** Whether the front lacks a module that the command needs. */
let needsSources = false;

/** Throwing the result ends the command in the front. The front has this in place of each module that it lacks. */
export function handOver(): Error {
  needsSources = true;
  return new Error("Not in the front: the command runs from its files");
}

/**
 * Whether the command must run again from its files. A command therefore imports its program before it does
 * anything that must not happen twice.
 */
export const isHandedOver = (): boolean => needsSources;
