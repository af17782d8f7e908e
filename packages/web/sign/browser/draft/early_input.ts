import { inputById } from "../../../ui/browser/dom.ts";
import type { Draft } from "./draft.ts";

/**
 * Returns the input of the recipient while the script of the page was loading: the controls that differ from
 * the server's HTML. Call it in the same task that binds the controls, so that no key press is lost in
 * between.
 */
export function earlyInput(): Partial<Draft> {
  const [name, initials, consent] = [
    inputById("name"),
    inputById("initials"),
    inputById("consent"),
  ];
  return {
    // A recipient who types a name signs with it, even if an earlier visit chose to draw.
    ...(name.value === name.defaultValue ? {} : { name: name.value, means: "type" as const }),
    ...(initials.value === initials.defaultValue ? {} : { initials: initials.value }),
    ...(consent.checked === consent.defaultChecked ? {} : { consent: consent.checked }),
  };
}
