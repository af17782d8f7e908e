import type { Area } from "../design/placing.ts";

/** The lines that fields snap to, in millimetres. */
export interface SnapLines {
  readonly x: ReadonlyArray<number>;
  readonly y: ReadonlyArray<number>;
}

/** How far a box moves to snap, and the lines that it then meets. */
export interface Snap {
  readonly dx: number;
  readonly dy: number;
  readonly lines: SnapLines;
}

/** The edges and middles of areas. */
export function linesOf(areas: ReadonlyArray<Area>): SnapLines {
  return {
    x: areas.flatMap(({ left, right }) => [left, (left + right) / 2, right]),
    y: areas.flatMap(({ top, bottom }) => [top, (top + bottom) / 2, bottom]),
  };
}

/**
 * Snaps edges of a box to the nearest lines.
 *
 * @param edges The edges that may snap; of a moved box also its middles.
 * @param tolerance The largest distance in millimetres.
 */
export function snapTo(edges: SnapLines, lines: SnapLines, tolerance: number): Snap {
  const x = nearest(edges.x, lines.x, tolerance);
  const y = nearest(edges.y, lines.y, tolerance);
  const meets = (line: number | undefined) => (line === undefined ? [] : [line]);
  return { dx: x.by, dy: y.by, lines: { x: meets(x.line), y: meets(y.line) } };
}

function nearest(
  edges: ReadonlyArray<number>,
  lines: ReadonlyArray<number>,
  tolerance: number,
): { readonly by: number; readonly line?: number } {
  let best: { readonly by: number; readonly line?: number } = { by: 0 };
  let distance = tolerance;
  for (const line of lines) {
    for (const edge of edges) {
      if (Math.abs(line - edge) >= distance) continue;
      distance = Math.abs(line - edge);
      best = { by: line - edge, line };
    }
  }
  return best;
}
