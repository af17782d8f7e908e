import type { TextField } from "@paraph/core/layouts";

/** Finer steps than a quarter of a point are not visible. */
const SIZE_STEP = 0.25;

/**
 * The largest size within the field's bounds at which its text fits; without bounds, the size of the field.
 */
export function fittingSize(
  { dynamicFontSize }: Pick<TextField, "dynamicFontSize">,
  ownSize: number,
  fits: (fontSize: number) => boolean,
): number {
  if (dynamicFontSize === undefined || dynamicFontSize === null) return ownSize;
  const { min, max } = dynamicFontSize;
  let [least, most] = [0, Math.floor((max - min) / SIZE_STEP)];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(min + middle * SIZE_STEP)) least = middle;
    else most = middle - 1;
  }
  return min + least * SIZE_STEP;
}
