/** The paths of the form's icons. */
export const ICONS = {
  up: "M10 16V4.5M5 9l5-5 5 5",
  down: "M10 4v11.5M5 11l5 5 5-5",
  remove: "M3.5 5.5h13M8 5.5v-2h4v2M5.5 5.5l.7 11h7.6l.7-11",
  add: "M10 4v12M4 10h12",
  download: "M10 3v9.5M6 9l4 4 4-4M4 16.5h12",
  image: "M3 4h14v12H3zM3 13l4-4 4 4 2.5-2.5L17 14M12.5 7.5h.01",
  bookmark: "M5.5 3h9v14L10 13.5 5.5 17z",
  check: "M4 10.5l4 4 8-9",
  alert: "M10 3 18 17H2zM10 8.5v3.5M10 14.5h.01",
} as const;
