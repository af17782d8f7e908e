import { type Place, lengthBases } from "../painter.ts";
import type { Declared } from "../style/style.ts";
import { type LengthBase, lengthOf, numbersOf } from "../style/values.ts";
import { ellipsePath, parsePath, type Path, pointsPath, rectanglePath } from "./path.ts";

/** The elements that are shapes. */
export const SHAPES: ReadonlySet<string> = new Set([
  "path",
  "rect",
  "circle",
  "ellipse",
  "line",
  "polyline",
  "polygon",
]);

/** The outline of a shape; undefined if it has no size. Fails for path data that cannot be read. */
export function shapePath(name: string, declared: Declared, place: Place): Path | undefined {
  const { across, down, other } = lengthBases(place);
  const length = (property: string, base: LengthBase) => lengthOf(declared(property), base);
  switch (name) {
    case "path": {
      const data = declared("d")?.trim() ?? "none";
      return data === "none" ? undefined : parsePath(data);
    }
    case "rect": {
      const width = length("width", across) ?? 0;
      const height = length("height", down) ?? 0;
      if (width <= 0 || height <= 0) return undefined;
      const [ownX, ownY] = [length("rx", across), length("ry", down)];
      const rx = Math.min(ownX ?? ownY ?? 0, width / 2);
      const ry = Math.min(ownY ?? ownX ?? 0, height / 2);
      const box = { x: length("x", across) ?? 0, y: length("y", down) ?? 0, width, height };
      return rectanglePath(box, rx, ry);
    }
    case "circle":
    case "ellipse": {
      const radius = name === "circle" ? length("r", other) : undefined;
      const [ownX, ownY] = [length("rx", across), length("ry", down)];
      const rx = radius ?? ownX ?? ownY ?? 0;
      const ry = radius ?? ownY ?? ownX ?? 0;
      if (rx <= 0 || ry <= 0) return undefined;
      return ellipsePath(length("cx", across) ?? 0, length("cy", down) ?? 0, rx, ry);
    }
    case "line": {
      const ends = [
        length("x1", across) ?? 0,
        length("y1", down) ?? 0,
        length("x2", across) ?? 0,
        length("y2", down) ?? 0,
      ];
      return pointsPath(ends, false);
    }
    default: {
      const path = pointsPath(numbersOf(declared("points") ?? ""), name === "polygon");
      return path.segments.length === 0 ? undefined : path;
    }
  }
}
