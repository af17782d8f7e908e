import type { ImageSignature } from "@paraph/core/builtin_provider";

import { readPng } from "../../images/png.ts";
import type { PreparedImage } from "../../images/prepared_image.ts";
import { decimal } from "../../write/content.ts";
import type { Resources } from "../../write/resources.ts";
import { inset, type VisibleBox } from "./visible_box.ts";

/** The pictures of a document, so that a picture in several fields is stored once. */
const pictures = new WeakMap<Resources, Map<string, PreparedImage>>();

/** Draws an uploaded signature, as large as possible, at the lower left corner. */
export function uploadedSignature(
  { data }: ImageSignature,
  frame: VisibleBox,
  resources: Resources,
): string {
  const { left, bottom, width, height } = inset(frame);
  const known = pictures.get(resources) ?? new Map<string, PreparedImage>();
  pictures.set(resources, known);
  const image = known.get(data) ?? readPng(Buffer.from(data, "base64"));
  known.set(data, image);
  const scale = Math.min(width / image.width, height / image.height);
  const matrix = [image.width * scale, 0, 0, image.height * scale, left, bottom];
  return `q ${matrix.map(decimal).join(" ")} cm ${resources.image(image)} Do Q\n`;
}
