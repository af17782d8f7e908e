import { Effect } from "effect";

import { renderFiles, renderingServices } from "../support/example_drawing.ts";
import { pagesOf } from "./paper.ts";
import { contactSheet } from "./pixels.ts";
import { save } from "./save.ts";

const INTO = "packages/core/layouts/pictures";

/** The pictures of the guide to templates: each template as a page of this width in pixels. */
const PAGES = [
  { template: "examples/guide/receipt", name: "receipt", width: 860 },
  { template: "examples/guide/agreement", name: "agreement", width: 860 },
  { template: "examples/guide/ledger", name: "ledger", width: 560 },
  { template: "examples/guide/order-list", name: "order_list", width: 560 },
  { template: "examples/guide/timetable", name: "timetable", width: 640 },
  { template: "examples/guide/handbook", name: "handbook", width: 400 },
  { template: "examples/guide/grouped-invoice", name: "grouped_invoice", width: 560 },
  { template: "examples/guide/ticket", name: "ticket", width: 860 },
  { template: "examples/guide/inspection", name: "inspection", width: 860 },
  { template: "examples/guide/fonts", name: "fonts", width: 860 },
  { template: "examples/guide/scripts", name: "scripts", width: 860 },
  { template: "examples/overlay", name: "overlay", width: 560, last: 1 },
];

/** Renders the pictures of the guide to templates. */
export const guidePictures = Effect.forEach(PAGES, ({ template, name, width, last }) =>
  Effect.map(renderFiles(`${template}/template.json`, `${template}/data.json`), ({ bytes }) =>
    save(`${INTO}/${name}.png`, contactSheet(pagesOf(bytes, width, last), 20)),
  ),
).pipe(Effect.provide(renderingServices));
