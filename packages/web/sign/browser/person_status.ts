import type { SignTexts } from "./texts/en.ts";

/** What a recipient has done or has still to do. */
export function personStatus(
  statuses: SignTexts["statuses"],
  designation: "Signer" | "Approver" | "CC",
  status: "waiting" | "finished" | "declined",
): string {
  if (status === "declined") return statuses.declined;
  if (designation === "Approver") {
    return status === "finished" ? statuses.approved : statuses.toApprove;
  }
  return status === "finished" ? statuses.signed : statuses.toSign;
}
