import { Effect } from "effect";

import { renderFiles, renderingServices } from "../support/example_drawing.ts";
import { type PageScale, pagesOf } from "./paper.ts";
import { contactSheet } from "./pixels.ts";
import { save } from "./save.ts";

const INTO = "packages/core/layouts/pictures";

/**
 * The pictures of the guide to templates: each template as pages of this width in pixels, or with this many pixels to
 * a millimetre.
 */
const PAGES: ReadonlyArray<
  {
    readonly template: string;
    readonly name: string;
    readonly last?: number;
    /** The data files, whose documents follow each other; `data.json` if absent. */
    readonly data?: ReadonlyArray<string>;
  } & PageScale
> = [
  { template: "examples/guide/receipt", name: "receipt", width: 860 },
  { template: "examples/guide/agreement", name: "agreement", width: 860 },
  { template: "examples/guide/costs", name: "costs", width: 860 },
  { template: "examples/guide/ledger", name: "ledger", width: 560 },
  { template: "examples/guide/order-list", name: "order_list", width: 560 },
  { template: "examples/guide/timetable", name: "timetable", width: 640 },
  { template: "examples/guide/handbook", name: "handbook", width: 400 },
  { template: "examples/guide/grouped-invoice", name: "grouped_invoice", width: 560 },
  { template: "examples/guide/ticket", name: "ticket", width: 860 },
  { template: "examples/guide/inspection", name: "inspection", width: 860 },
  { template: "examples/guide/transfer", name: "transfer", width: 860 },
  { template: "examples/guide/appendix", name: "appendix", millimetres: 4.1 },
  { template: "examples/guide/notes", name: "notes", width: 640 },
  { template: "examples/guide/registration", name: "registration", width: 860 },
  { template: "examples/guide/reminders", name: "reminders", width: 400 },
  { template: "examples/guide/chart", name: "chart", width: 860 },
  {
    template: "examples/guide/payment",
    name: "payment",
    width: 560,
    data: ["data.json", "paid.json"],
  },
  { template: "examples/guide/used-sheet", name: "used_sheet", width: 560 },
  { template: "examples/guide/offer", name: "offer", width: 560 },
  { template: "examples/guide/columns", name: "columns", width: 860 },
  { template: "examples/guide/fonts", name: "fonts", width: 860 },
  { template: "examples/guide/scripts", name: "scripts", width: 860 },
  { template: "examples/overlay", name: "overlay", width: 560, last: 1 },
];

/**
 * Renders pictures of the guide to templates.
 *
 * @param names The names of the pictures; none for all.
 */
export function guidePictures(names: ReadonlyArray<string>) {
  const known = PAGES.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`No picture ${unknown.join(", ")}. Pictures: ${known.join(", ")}`);
  const chosen = PAGES.filter(({ name }) => names.length === 0 || names.includes(name));
  return Effect.forEach(chosen, ({ template, name, last, data = ["data.json"], ...scale }) =>
    Effect.map(
      Effect.forEach(data, (file) =>
        renderFiles(`${template}/template.json`, `${template}/${file}`),
      ),
      (documents) => {
        const pages = documents.flatMap(({ bytes }) => pagesOf(bytes, scale, last));
        save(`${INTO}/${name}.png`, contactSheet(pages, 20));
      },
    ),
  ).pipe(Effect.provide(renderingServices));
}
