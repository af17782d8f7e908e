import { button, h, svgIcon } from "../../../ui/browser/dom.ts";
import { format } from "../../../ui/browser/texts.ts";
import { ICONS } from "../icons.ts";
import { texts } from "../texts.ts";
import type { FormField } from "../values/fields.ts";
import type { ControlOptions, ControlParts } from "./control_parts.ts";
import { readImage } from "./image_file.ts";

/** Creates the parts of a control for an image, which is chosen or dropped onto it. */
export function imageParts(
  field: FormField,
  id: string,
  { onValue, onLeave, onProblem }: ControlOptions,
): ControlParts {
  const input = h("input", {
    id,
    type: "file",
    class: "file",
    accept: "image/png,image/jpeg",
    "aria-label": field.label,
  });
  const pick = h("label", { for: id, class: "button is-small" });
  const remove = button(texts.removeImage, () => take(""), {
    class: "is-small is-quiet",
    "aria-label": format(texts.removeImageOf, { label: field.label }),
  });
  const [picture, hint] = [h("div", { class: "picture" }), h("p", { class: "hint" })];
  const tools = h("div", { class: "image-tools" }, input, pick, remove);
  const body = h("div", { class: "drop" }, picture, h("div", {}, tools, hint));

  const show: ControlParts["show"] = (controlValue) => {
    const url = typeof controlValue === "string" ? controlValue : "";
    const isLink = url !== "" && !url.startsWith("data:");
    pick.textContent = url === "" ? texts.chooseImage : texts.replaceImage;
    remove.hidden = url === "";
    hint.textContent = isLink ? format(texts.linkedImage, { host: hostOf(url) }) : texts.dropImage;
    hint.hidden = url !== "" && !isLink;
    // A linked image is not loaded: its host would learn who reads the form.
    picture.replaceChildren(
      url === "" || isLink
        ? svgIcon(ICONS.image)
        : h("img", { src: url, alt: format(texts.imageOf, { label: field.label }) }),
    );
  };
  const take = (url: string) => {
    const hadFocus = document.activeElement === remove;
    onValue(url);
    show(url);
    if (hadFocus) input.focus();
    onLeave();
  };
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    const image = await readImage(file);
    if ("problem" in image) onProblem(texts.imageProblems[image.problem]);
    else take(image.uri);
  };
  input.addEventListener("change", () => {
    void read(input.files?.[0]);
    // Allows the same file to be chosen again.
    input.value = "";
  });
  body.addEventListener("dragover", (event) => {
    event.preventDefault();
    body.classList.add("is-over");
  });
  body.addEventListener("dragleave", () => body.classList.remove("is-over"));
  body.addEventListener("drop", (event) => {
    event.preventDefault();
    body.classList.remove("is-over");
    void read(event.dataTransfer?.files[0]);
  });
  return { input, body, show, isWide: true };
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
