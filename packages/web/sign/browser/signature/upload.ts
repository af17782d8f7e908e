import type { ImageSignature } from "@paraph/core/builtin_provider";

import { byId, inputById } from "../../../ui/browser/dom.ts";
import type { Form } from "../draft/form.ts";
import { TEXTS } from "../texts.ts";
import { ink, inkKey } from "./ink.ts";
import { readSignatureImage } from "./uploaded_image.ts";

/** Adds the field to upload an image of a signature. */
export function setUpUpload(
  form: Form,
  {
    onImage,
    onProblem,
  }: {
    readonly onImage: (image: ImageSignature) => void;
    readonly onProblem: (sentence: string) => void;
  },
): void {
  const input = inputById("upload");
  let reading = 0;
  const read = async (file: Blob) => {
    const turn = ++reading;
    onProblem("");
    const image = await readSignatureImage(file);
    // Only the last file counts.
    if (turn !== reading) return;
    if (typeof image === "string") onProblem(TEXTS.mark[image]);
    else onImage(image);
  };
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file !== undefined) void read(file);
    // The same file can be chosen again.
    input.value = "";
  });
  let lastKey = "";
  form.show(() => {
    const { image } = form.draft;
    const key = inkKey(image ?? undefined);
    if (key === lastKey) return;
    lastKey = key;
    byId("image-preview").hidden = image === null;
    byId("image-preview").replaceChildren(...(image === null ? [] : [ink(image)]));
  });
}
