import { Effect, Schema } from "effect";
import type { Page } from "playwright-core";

import { type Integrator, submitButton } from "../support/embed_visit.ts";

/** One pixel as a PNG. */
export const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
/** An image as a user picks it. */
export const picture = (name: string, buffer: Buffer) => ({ name, mimeType: "image/png", buffer });

/** The manifest of the test form, with all kinds of variables. */
export const MANIFEST = {
  variables: [
    { key: "number", label: "Order number", dataType: "text", required: true },
    { key: "when", label: "Day", dataType: "date" },
    { key: "discount", label: "Discount", dataType: "number", format: "percent" },
    { key: "express", label: "Express", dataType: "boolean" },
    { key: "customer.email", label: "Email", dataType: "email", required: true },
    { key: "customer.logo", label: "Logo", dataType: "image" },
    { key: "total", label: "Total", dataType: "currency", format: "currency:EUR@en-US" },
  ],
  loops: [
    {
      key: "items",
      label: "Items",
      itemFields: [
        { key: "what", label: "What", dataType: "text", required: true },
        { key: "price", label: "Price", dataType: "currency" },
      ],
    },
  ],
};

/** As wide as phones are. */
export const PHONE = { viewport: { width: 360, height: 740 } };

/** The parts of a form that tests use. */
export const parts = (page: Page) => ({
  field: (name: string) => page.getByRole("textbox", { name, exact: true }),
  rows: page.getByRole("region", { name: "Items" }).getByRole("listitem"),
  add: page.getByRole("button", { name: "Add to Items" }),
  submit: submitButton(page),
  summary: page.getByRole("region", { name: /problems? first/u }),
  ready: page.getByRole("heading", { name: "Your document is ready" }),
  download: page.getByRole("link", { name: "Download PDF" }),
});

/** Fills in the required fields. */
export async function fillIn(page: Page): Promise<void> {
  const { field } = parts(page);
  await field("Order number").fill("2026-0042");
  await field("Email").fill("ada@example.com");
}

/** Adds an item and fills it in. */
export async function addRow(page: Page, what: string, price: string): Promise<void> {
  const { add, rows } = parts(page);
  await add.click();
  await rows.last().getByRole("textbox", { name: "What" }).fill(what);
  await rows.last().getByRole("textbox", { name: "Price" }).fill(price);
}

/** The values of a form's rows, in order. */
export const rowsOf = (page: Page) =>
  parts(page)
    .rows.getByRole("textbox", { name: "What" })
    .evaluateAll((inputs) => inputs.map((input) => ("value" in input ? input.value : "")));

const Renders = Schema.Struct({ renders: Schema.Array(Schema.Struct({ status: Schema.String })) });

/** The submitted forms of an integrator, newest first. */
export const rendersOf = Effect.fnUntraced(function* ({ call }: Integrator) {
  const { json } = yield* call("GET", "/v1/embed/renders");
  const { renders } = yield* Schema.decodeUnknownEffect(Renders)(json);
  return renders.map(({ status }) => status);
});
