/** The texts about sections. */
export const SECTION_TEXTS = {
  box: (name: string, fields: number) =>
    `Section ${name} · ${fields === 1 ? "1 field" : `${fields} fields`}`,
  opened: (name: string) => `Section ${name} is open. Press Escape to leave it.`,
  closed: "The pages are shown again.",
  path: "Open section",
  page: (page: number) => `Page ${page}`,
  width: "Width, mm",
  height: "Height, mm",
  done: "Done",
  make: "Make a section",
  addTo: (name: string) => `Add to section ${name}`,
  moveOut: "Move out of the section",
  remove: "Delete",
  title: (fields: number) =>
    fields === 0
      ? "Empty section"
      : fields === 1
        ? "Section of 1 field"
        : `Section of ${fields} fields`,
  edit: "Edit contents",
  ungroup: "Ungroup",
  repeat: "Prints",
  once: "Once",
  forEach: (label: string) => `For each row of ${label}`,
  noLists: "A section can repeat for the rows of a list. Add a list below.",
  rows: "Rows",
  placement: "Place rows",
  placements: {
    below: "Below each other",
    pages: "Each on a new page",
    grid: "Side by side, such as labels",
  },
  gap: "Distance in mm",
  grid: "Columns and rows",
  columns: "Columns",
  rowsOfPage: "Rows of a page",
  fitting: "As many as fit",
  gapX: "Between columns, mm",
  gapY: "Between rows, mm",
  fill: "Fill the page",
  restart: "Page numbers start again, on a new page",
  format: "Page numbers as",
  formats: { "": "1, 2, 3", "lower-roman": "i, ii, iii", "upper-roman": "I, II, III" },
  rowsInSample: (rows: number) => (rows === 1 ? "1 row" : `${rows} rows`),
  inEachRow: (label: string) => `In each row of ${label}`,
  onlyInside: (label: string) => `Only in a section for each row of ${label}.`,
  keepTogether: "Keep on one page",
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  addNested: (label: string) => `Add a list in ${label}`,
  newNested: (label: string) => `New list in ${label}`,
} as const;
