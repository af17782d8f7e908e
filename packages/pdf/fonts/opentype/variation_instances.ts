import type { FontCoordinates } from "@paraph/core/fonts";

/** A named instance of a variable font. */
export interface VariationInstance {
  /** The id of its name. */
  readonly nameId: number;
  /** All coordinates. */
  readonly coordinates: FontCoordinates;
  /** Whether all coordinates are the defaults of their axes. */
  readonly isDefault: boolean;
}

/** The maximum number of axes and of instances that are read. */
const MAX = { axes: 64, instances: 200 } as const;

/** Reads the named instances in the table `fvar`. */
export function readInstances(fvar: Buffer): ReadonlyArray<VariationInstance> {
  const axesOffset = fvar.readUInt16BE(4);
  const axisCount = fvar.readUInt16BE(8);
  const axisSize = fvar.readUInt16BE(10);
  if (axisCount > MAX.axes) return [];
  const axes = Array.from({ length: axisCount }, (_, index) => {
    const axis = axesOffset + axisSize * index;
    const tag = fvar.toString("latin1", axis, axis + 4);
    return { tag, standard: fixed(fvar, axis + 8) };
  });
  const instancesOffset = axesOffset + axisSize * axisCount;
  const instanceSize = fvar.readUInt16BE(14);
  return Array.from(
    { length: Math.min(fvar.readUInt16BE(12), MAX.instances) },
    (_, index): VariationInstance => {
      const instance = instancesOffset + instanceSize * index;
      const values = axes.map(({ tag, standard }, axis) => ({
        tag,
        standard,
        value: fixed(fvar, instance + 4 + 4 * axis),
      }));
      return {
        nameId: fvar.readUInt16BE(instance),
        coordinates: Object.fromEntries(values.map(({ tag, value }) => [tag, value])),
        isDefault: values.every(({ value, standard }) => value === standard),
      };
    },
  );
}

/** A number with 16 bits after the point. */
function fixed(table: Buffer, offset: number): number {
  return table.readInt32BE(offset) / 65_536;
}
