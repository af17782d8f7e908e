import type { LineField, SigningField } from "@paraph/core/layouts";

import type { Block } from "./block.ts";
import { shapeBlock } from "./shape_block.ts";
import type { PlacedSigningField } from "./sheet.ts";

/** The default width of a line in millimetres. */
const LINE_WIDTH = 0.3;

/**
 * Reserves the box of a field that a recipient fills in, and draws its line.
 *
 * @param value The text that the field starts with.
 */
export function signingBlock(field: SigningField, value: string): Block {
  const { name, role, type, label, required, position, width, height } = field;
  return {
    extent: { kind: "whole", height },
    paint: (placement, page, sheet) => {
      const box = { left: position.x, top: placement.top, width, height };
      const terms = { name, role, type, label: label ?? null, required: required ?? true };
      sheet.signing.push({ ...terms, ...settingsOf(field, value), ...box });
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

/** The settings of a field that the signing page needs; only those that are set. */
function settingsOf(
  { type, options, display, placeholder, validation, format }: SigningField,
  value: string,
): Partial<PlacedSigningField> {
  if (type === "signingChoice") return { options: options ?? [], display: display ?? "dropdown" };
  return {
    ...(value === "" ? {} : { value }),
    ...(placeholder ? { placeholder } : {}),
    ...(validation ? { validation } : {}),
    ...(format ? { format } : {}),
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
