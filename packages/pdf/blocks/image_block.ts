import type { ImageField } from "@paraph/core/layouts";

import { imageMatrix } from "../images/orientation.ts";
import type { PreparedImage } from "../images/prepared_image.ts";
import { decimal, POINTS } from "../write/content.ts";
import { type Block, withEffects } from "./block.ts";

/** An image centred in its box, as large as its aspect ratio allows. */
export function imageBlock(
  field: Pick<ImageField, "position" | "width" | "height" | "rotate" | "opacity">,
  image: PreparedImage,
): Block {
  return {
    extent: { kind: "whole", height: field.height },
    paint: ({ top }, _page, sheet) => {
      const box = { left: field.position.x, top, width: field.width, height: field.height };
      const scale = Math.min(box.width / image.width, box.height / image.height) * POINTS;
      const [width, height] = [image.width * scale, image.height * scale];
      const x = (box.left + box.width / 2) * POINTS - width / 2;
      const y = sheet.height - (box.top + box.height / 2) * POINTS - height / 2;
      const matrix = imageMatrix(image.orientation, { x, y, width, height }).map(decimal).join(" ");
      const content = `q ${matrix} cm ${sheet.resources.image(image)} Do Q\n`;
      return withEffects(content, field, box, sheet);
    },
  };
}
