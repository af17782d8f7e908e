import { byId } from "../../../ui/browser/dom.ts";
import { type Draft, typedSignature } from "../draft/draft.ts";
import type { Form } from "../draft/form.ts";
import { FACES } from "./glyph_runs.ts";
import { ink, inkKey } from "./ink.ts";

/** Shows the typed name as a signature, and below it a choice of script fonts. */
export function setUpStyles(form: Form): void {
  const details = stylesElement();
  const inputs = Array.from(details.querySelectorAll("input"));
  for (const input of inputs)
    input.addEventListener("change", () => {
      const face = FACES.find((each) => each === input.value);
      if (face !== undefined) form.change({ face });
    });
  // The script fonts are loaded when the choice is opened.
  details.addEventListener("toggle", () => form.change({}));
  const previews = [
    { element: byId("name-preview"), face: undefined },
    ...inputs.map((input) => ({
      element: input.nextElementSibling,
      face: FACES.find((each) => each === input.value),
    })),
  ];
  let lastKey = "";
  form.show(() => {
    const { name, face } = form.draft;
    const signature = typedSignature(name, face);
    for (const input of inputs) input.checked = input.value === face;
    const key = `${inkKey(signature)} ${details.open}`;
    if (key === lastKey) return;
    lastKey = key;
    details.hidden = signature === undefined;
    for (const preview of previews) {
      const isShown = preview.face === undefined || details.open;
      const shown = isShown ? typedSignature(name, preview.face ?? face) : undefined;
      preview.element?.replaceChildren(...(shown === undefined ? [] : [ink(shown)]));
    }
  });
}

/** The script fonts in which the page shows the name: all of them while the choice is open. */
export function shownFaces({ face }: Pick<Draft, "face">): typeof FACES {
  return stylesElement().open ? FACES : [face];
}

function stylesElement(): HTMLDetailsElement {
  const element = byId("styles");
  if (!(element instanceof HTMLDetailsElement)) throw new Error("#styles is not a details element");
  return element;
}
