import { byId } from "../../ui/browser/dom.ts";

/** The input with this id, which the server has written. */
export function input(id: string): HTMLInputElement {
  const element = byId(id);
  if (!(element instanceof HTMLInputElement)) throw new Error(`#${id} is no input`);
  return element;
}
