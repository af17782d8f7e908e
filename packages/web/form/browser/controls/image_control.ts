import type { FormField } from "../answers/fields.ts";
import { button, icon, ICONS, make } from "../icons.ts";
import { texts } from "../texts.ts";
import type { ControlOptions, ControlParts } from "./control_parts.ts";
import { imageFrom } from "./image_file.ts";

/** A control that takes a picture: chosen, or dropped onto it. */
export function imageParts(
  field: FormField,
  id: string,
  { onAnswer, onLeave, onProblem }: ControlOptions,
): ControlParts {
  const input = make("input", {
    id,
    type: "file",
    class: "file",
    accept: "image/png,image/jpeg",
    "aria-label": field.label,
  });
  const pick = make("label", { for: id, class: "button is-small" });
  const remove = button(texts.removeImage, () => take(""), { class: "is-small is-quiet" });
  remove.setAttribute("aria-label", `${texts.removeImage}: ${field.label}`);
  const [picture, said] = [make("div", { class: "picture" }), make("p", { class: "hint" })];
  const tools = make("div", { class: "image-tools" }, input, pick, remove);
  const body = make("div", { class: "drop" }, picture, make("div", {}, tools, said));

  const show: ControlParts["show"] = (answer) => {
    const address = typeof answer === "string" ? answer : "";
    const isLink = address !== "" && !address.startsWith("data:");
    pick.textContent = address === "" ? texts.chooseImage : texts.replaceImage;
    remove.hidden = address === "";
    said.textContent = isLink ? `${texts.linkedImage} ${hostOf(address)}` : texts.dropImage;
    said.hidden = address !== "" && !isLink;
    // The policy of the page lets no other host see who looks at a linked one.
    const shown =
      address === "" || isLink
        ? icon(ICONS.image)
        : make("img", { src: address, alt: texts.imageOf(field.label) });
    picture.replaceChildren(shown);
  };
  const take = (address: string) => {
    const hadFocus = document.activeElement === remove;
    onAnswer(address);
    show(address);
    if (hadFocus) input.focus();
    onLeave();
  };
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    const image = await imageFrom(file);
    if ("problem" in image) onProblem(texts.imageProblems[image.problem]);
    else take(image.uri);
  };
  input.addEventListener("change", () => {
    void read(input.files?.[0]);
    // The same file may be chosen once more.
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

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}
