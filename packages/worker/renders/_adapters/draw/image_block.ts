import type { ImageField } from "@paraph/core/layouts";

import type { PreparedImage } from "../images/prepared_image.ts";
import { decimal, POINTS } from "../pdf/content.ts";
import type { Block } from "./block.ts";
import { withEffects } from "./effects.ts";

/** A picture in the middle of its box, as large as its proportions allow. */
export function imageBlock(
  field: Pick<ImageField, "position" | "width" | "height" | "rotate" | "opacity">,
  image: PreparedImage,
): Block {
  return {
    extent: { kind: "whole", height: field.height },
    paint: ({ top }, _page, sheet) => {
      const box = { left: field.position.x, top, width: field.width, height: field.height };
      const scale = Math.min(box.width / image.width, box.height / image.height);
      const [width, height] = [image.width * scale, image.height * scale];
      const left = (box.left + (box.width - width) / 2) * POINTS;
      const bottom = sheet.height - (box.top + (box.height + height) / 2) * POINTS;
      const matrix = [width * POINTS, 0, 0, height * POINTS, left, bottom].map(decimal).join(" ");
      const content = `q ${matrix} cm ${sheet.resources.image(image)} Do Q\n`;
      return withEffects(content, field, box, sheet);
    },
  };
}
