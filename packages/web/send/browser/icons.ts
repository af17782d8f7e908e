/** Paths of icons in a square of 20 by 20. */
export const ICONS = {
  up: "M10 16V4m-5 5 5-5 5 5",
  down: "M10 4v12m-5-5 5 5 5-5",
  remove: "M4 6h12M8 6V4h4v2M6 6l1 11h6l1-11",
} as const;
