import type { LineField, SigningField } from "@paraph/core/layouts";

import type { Block } from "./block.ts";
import { shapeBlock } from "./shape_block.ts";

/** The default width of a line in millimetres. */
const LINE_WIDTH = 0.3;

/** Reserves the box of a field that a recipient fills in, and draws its line. */
export function signingBlock(field: SigningField): Block {
  const { name, role, type, label, required, position, width, height } = field;
  return {
    extent: { kind: "whole", height },
    paint: (placement, page, sheet) => {
      const box = { left: position.x, top: placement.top, width, height };
      const terms = { name, role, type, label: label ?? null, required: required ?? true };
      sheet.signing.push({ ...terms, ...box });
      const line = lineOf(field);
      return line === undefined
        ? ""
        : shapeBlock(line).paint(
            { ...placement, top: placement.top + height - line.height },
            page,
            sheet,
          );
    },
  };
}

/** The line at the bottom of the box. */
function lineOf({
  name,
  position,
  width,
  height,
  lineColor: color,
  lineWidth,
}: SigningField): LineField | undefined {
  if (!color) return undefined;
  const thickness = Math.min(lineWidth ?? LINE_WIDTH, height);
  return { name, type: "line", position, width, height: thickness, color };
}
