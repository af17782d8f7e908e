import { postToParent } from "../../ui/browser/session/parent.ts";

/**
 * Informs the page that frames this one about the end of the recipient's task, and shows the next page: that of
 * the sender after a signature if there is one, else the server's page with the current state.
 */
export function endSigning(end: "signed" | "declined" | "closed", requestId: string): void {
  if (end !== "closed") postToParent({ type: `paraph:${end}`, requestId });
  const redirectUrl = document.getElementById("ceremony")?.dataset["redirect"] ?? "";
  if (end === "signed" && redirectUrl !== "") location.assign(redirectUrl);
  else location.reload();
}
