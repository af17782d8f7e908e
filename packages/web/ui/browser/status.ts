import { byId } from "./dom.ts";

/** A button next to a status message. */
export interface StatusAction {
  readonly label: string;
  readonly run: () => void;
}

/** A note ends when the user continues, an alert when its cause is gone, a message when it is replaced. */
type Kind = "message" | "note" | "alert";

let kind: Kind | undefined;
let runAction: (() => void) | undefined;
byId("status-action").addEventListener("click", () => runAction?.());

/** Shows a message in the live region of the page, which screen readers announce. */
export function showStatus(text: string, action?: StatusAction): void {
  show("message", text, action);
}

/** Removes the message, of any kind. */
export function clearStatus(): void {
  show(undefined, "");
}

/** Shows a message until {@linkcode clearNote}. */
export function showNote(text: string, action?: StatusAction): void {
  show("note", text, action);
}

/** Removes a note; an alert stays. */
export function clearNote(): void {
  if (kind === "note") clearStatus();
}

/** Shows a message until {@linkcode clearAlert}. */
export function showAlert(text: string): void {
  show("alert", text);
}

/** Removes an alert; a note stays. */
export function clearAlert(): void {
  if (kind === "alert") clearStatus();
}

function show(next: Kind | undefined, text: string, action?: StatusAction): void {
  kind = next;
  runAction = action?.run;
  const [bar, label, button] = [byId("status"), byId("status-text"), byId("status-action")];
  // Screen readers announce a text again when it is set again.
  if (label.textContent !== text) label.textContent = text;
  bar.classList.toggle("is-silent", text === "");
  button.textContent = action?.label ?? "";
  button.hidden = action === undefined;
}
