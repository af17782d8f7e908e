/** Whether something was asked for that the front of the command does not have. */
let isAsked = false;

/** What stands in the front for each module that is not part of it: throwing this gives the command up. */
export function handOver(): Error {
  isAsked = true;
  return new Error("Not in the front of the command: it runs from its files");
}

/**
 * Whether the front gave the command up, which is then run again from its files. That is why a command
 * imports its program before it does anything that must not be done twice.
 */
export const isHandedOver = (): boolean => isAsked;
