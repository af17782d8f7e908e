import { h } from "../../../ui/browser/dom.ts";

const ACCEPTED = { image: "image/png,image/jpeg", svg: "image/svg+xml,.svg" };

/** The contents of the file that the user chooses: empty if it has another type, undefined without one. */
export async function chooseFile(kind: "image" | "svg"): Promise<string | undefined> {
  const input = h("input", { type: "file", accept: ACCEPTED[kind] });
  input.hidden = true;
  document.body.append(input);
  const file = await new Promise<File | undefined>((resolve) => {
    input.addEventListener("change", () => resolve(input.files?.[0]));
    input.addEventListener("cancel", () => resolve(undefined));
    input.click();
  });
  input.remove();
  if (file === undefined) return undefined;
  if (kind === "svg") {
    const text = await file.text();
    return text.includes("<svg") ? text : "";
  }
  return ACCEPTED.image.split(",").includes(file.type) ? dataUri(file) : "";
}

function dataUri(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () =>
      resolve(typeof reader.result === "string" ? reader.result : ""),
    );
    reader.addEventListener("error", () => reject(new Error("The file cannot be read")));
    reader.readAsDataURL(file);
  });
}
