import type { ImageField } from "@paraph/core/layouts";

import { imageMatrix } from "../images/orientation.ts";
import type { PreparedImage } from "../images/prepared_image.ts";
import { decimal, POINTS } from "../write/content.ts";
import { type Block, withEffects } from "./block.ts";
import { type Description, figure } from "./block_tags.ts";
import type { Rectangle, Sheet } from "./sheet.ts";

type ImageSettings = Pick<
  ImageField,
  "position" | "width" | "height" | "rotate" | "opacity" | "fit" | "focalPoint"
>;

/** An image in its box: whole, cropped or stretched by its `fit`. */
export function imageBlock(
  field: ImageSettings,
  image: PreparedImage,
  description: Description,
): Block {
  return {
    extent: { kind: "whole", height: field.height },
    paint: ({ top }, _page, sheet) => {
      const box = { left: field.position.x, top, width: field.width, height: field.height };
      return imageContent(field, image, description, box, sheet);
    },
  };
}

/** Content that draws an image in a box. */
export function imageContent(
  settings: Omit<ImageSettings, "position" | "width" | "height">,
  image: PreparedImage,
  description: Description,
  box: Rectangle,
  sheet: Sheet,
): string {
  const place = placeOf(settings, image, box);
  const y = sheet.height - (place.top + place.height) * POINTS;
  const [x, width, height] = [place.left * POINTS, place.width * POINTS, place.height * POINTS];
  const matrix = imageMatrix(image.orientation, { x, y, width, height }).map(decimal).join(" ");
  const clip = settings.fit === "cover" ? `${clipPath(box, sheet.height)} ` : "";
  const content = `q ${clip}${matrix} cm ${sheet.resources.image(image)} Do Q\n`;
  return figure(withEffects(content, settings, box, sheet), description, box, sheet);
}

const CENTRE = { x: 50, y: 50 };

/** The rectangle of the whole image, which is larger than its box if it covers the box. */
function placeOf(
  { fit, focalPoint }: Pick<ImageSettings, "fit" | "focalPoint">,
  image: PreparedImage,
  box: Rectangle,
): Rectangle {
  if (fit === "fill") return box;
  const [across, down] = [box.width / image.width, box.height / image.height];
  const scale = fit === "cover" ? Math.max(across, down) : Math.min(across, down);
  const [width, height] = [image.width * scale, image.height * scale];
  const { x, y } = focalPoint ?? CENTRE;
  return {
    left: box.left + ((box.width - width) * x) / 100,
    top: box.top + ((box.height - height) * y) / 100,
    width,
    height,
  };
}

function clipPath({ left, top, width, height }: Rectangle, sheetHeight: number): string {
  const bottom = sheetHeight - (top + height) * POINTS;
  const numbers = [left * POINTS, bottom, width * POINTS, height * POINTS];
  return `${numbers.map(decimal).join(" ")} re W n`;
}
