import type { CallFailed } from "../../../ui/browser/session/call_failed.ts";

/**
 * Whether a call came to nothing. The script that starts makes the calls and has a class of its own for
 * that, which this one only knows by name.
 */
export function isCallFault(fault: unknown): fault is CallFailed {
  return fault instanceof Error && fault.name === "CallFailed";
}
