/** A transformation as PDF writes it: `[a b c d e f]`. */
export type Matrix = readonly [number, number, number, number, number, number];

/** Changes nothing. */
export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** One transformation, and then another. */
export function combined(first: Matrix, second: Matrix): Matrix {
  const [a, b, c, d, e, f] = first;
  const [p, q, r, s, t, u] = second;
  return [
    a * p + b * r,
    a * q + b * s,
    c * p + d * r,
    c * q + d * s,
    e * p + f * r + t,
    e * q + f * s + u,
  ];
}
