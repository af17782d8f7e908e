import { assert, describe, layer } from "@effect/vitest";
import { Effect, Layer } from "effect";

import { ApiServer } from "../../packages/http/_testing/api_server.ts";
import { send } from "../../packages/http/_testing/http_client.ts";
import { CHROMIUM, Chromium } from "../support/browser.ts";
import { type BuilderVisit, visitBuilder } from "../support/builder_visit.ts";
import { serverWithWorker } from "../support/embed_visit.ts";
import { type PlacedText, placedText } from "../support/pdf_text.ts";
import { accessibilityIssuesIn } from "./accessibility.ts";

const fieldIn = ({ builder }: BuilderVisit, name: string) =>
  builder.locator(`.selectable[title='${name}']`);

/** Fills the open dialog of a list: its name and its columns, with their kinds. */
async function fillList(
  { builder }: BuilderVisit,
  dialogName: string,
  name: string,
  columns: ReadonlyArray<readonly [label: string, kind: string]>,
): Promise<void> {
  const dialog = builder.getByRole("dialog", { name: dialogName });
  await dialog.getByLabel("Name", { exact: true }).first().fill(name);
  for (const [index, [label, kind]] of columns.entries()) {
    if (index > 0) await dialog.getByRole("button", { name: "Add column" }).click();
    const row = dialog.locator("ol.loop-columns > li").nth(index);
    await row.getByLabel("Name", { exact: true }).fill(label);
    await row.getByLabel("Kind", { exact: true }).selectOption(kind);
  }
  await dialog.getByRole("button", { name: "Done" }).click();
  await dialog.waitFor({ state: "detached" });
}

/** Publishes the template, and returns the texts of a render. */
const publishAndRender = Effect.fnUntraced(function* (visit: BuilderVisit, data: object) {
  const { port } = yield* ApiServer;
  const { builder, waitForMessage, callApi } = visit;
  const { slug } = yield* Effect.promise(async () => {
    await builder.getByRole("button", { name: "Publish" }).click();
    return waitForMessage("paraph:published");
  });
  const body = { data, options: { sync: true } };
  const render = yield* callApi("POST", `/v1/templates/${String(slug)}/render`, body);
  assert.propertyVal(render, "status", "succeeded");
  const { pathname } = new URL(String(render["downloadUrl"]));
  return yield* placedText((yield* send(port, { path: pathname })).bytes);
});

/** The text of the first two pages. */
const pagesOf = (texts: ReadonlyArray<PlacedText>) =>
  [1, 2].map((at) =>
    texts
      .filter((each) => each.page === at)
      .map(({ text }) => text)
      .join(" "),
  );

const suite = describe.skipIf(CHROMIUM === undefined);
suite("Sections in the builder", () => {
  layer(Layer.merge(serverWithWorker, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect("makes an invoice with groups from an empty page", () =>
      Effect.gen(function* () {
        const visit = yield* visitBuilder(() => Effect.succeed({ scope: { mode: "create" } }));
        const { builder, page, frame, pageErrors } = visit;
        yield* Effect.promise(async () => {
          await builder.getByRole("tab", { name: "Data" }).click();
          await builder.getByRole("button", { name: "List", exact: true }).click();
          await fillList(visit, "New list", "Customers", [["Customer name", "text"]]);
          await builder.getByRole("button", { name: "Add a list in Customers" }).click();
          await fillList(visit, "New list in Customers", "Orders", [
            ["Article", "text"],
            ["Amount", "currency"],
          ]);
          await builder.getByText("customers.orders").waitFor();
          await builder.getByRole("tab", { name: "Fields" }).click();
          await builder.getByRole("button", { name: "Place Section" }).click();
          await fieldIn(visit, "Section").waitFor();
          await builder.getByLabel("Prints", { exact: true }).selectOption("customers");
          await fieldIn(visit, "customers").waitFor();
          await builder.getByRole("button", { name: "Edit contents" }).click();
          const path = builder.getByRole("navigation", { name: "Open section" });
          await path.getByText("customers").waitFor();
          await builder.getByRole("tab", { name: "Data" }).click();
          await builder.getByRole("button", { name: /Customer name/ }).click();
          await fieldIn(visit, "customers.customerName").waitFor();
          await builder.getByRole("button", { name: /^List of rows Orders/ }).click();
          await fieldIn(visit, "customers.orders").waitFor();
          await builder.locator(".selectable[title='Text']").click();
          const text = builder.getByLabel("Text", { exact: true });
          await text.fill("Sum {= sum(customers.orders.amount) |number:2}");
          await builder.getByText(/^Prints: Sum /).waitFor();
          await text.blur();
          assert.deepEqual(await accessibilityIssuesIn(frame(), []), []);
          await path.getByRole("button", { name: "Done" }).click();
          await path.waitFor({ state: "hidden" });
          // Enter opens the selected section, Escape leaves it; then it is selected again.
          await fieldIn(visit, "customers").focus();
          await page.keyboard.press("Enter");
          await path.waitFor();
          await builder.locator("#canvas .selectable").first().focus();
          await page.keyboard.press("Escape");
          await path.waitFor({ state: "hidden" });
          await builder.getByLabel("Place rows").selectOption("pages");
          await builder.getByRole("button", { name: "Undo" }).click();
          await builder.getByLabel("Distance in mm").waitFor();
          await builder.getByRole("button", { name: "Redo" }).click();
          await builder.getByLabel("Distance in mm").waitFor({ state: "detached" });
          assert.deepEqual(await accessibilityIssuesIn(frame(), []), []);
        });
        const texts = yield* publishAndRender(visit, {
          customers: [
            {
              customerName: "Ada",
              orders: [
                { article: "Pen", amount: 1.5 },
                { article: "Ink", amount: 2 },
              ],
            },
            { customerName: "Grace", orders: [{ article: "Cap", amount: 9 }] },
          ],
        });
        const [first = "", second = ""] = pagesOf(texts);
        assert.match(first, /Sum 3\.50.*Ada.*Pen.*Ink/);
        assert.match(second, /Sum 9\.00.*Grace.*Cap/);
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("makes a sheet of labels from an empty page, which rows fill", () =>
      Effect.gen(function* () {
        const visit = yield* visitBuilder(() => Effect.succeed({ scope: { mode: "create" } }));
        const { builder, pageErrors } = visit;
        const set = async (label: string, value: string) => {
          await builder.getByLabel(label, { exact: true }).fill(value);
          await builder.getByLabel(label, { exact: true }).blur();
        };
        yield* Effect.promise(async () => {
          await builder.getByRole("tab", { name: "Data" }).click();
          await builder.getByRole("button", { name: "List", exact: true }).click();
          await fillList(visit, "New list", "Parcels", [["Receiver", "text"]]);
          await builder.getByRole("tab", { name: "Fields" }).click();
          await builder.getByRole("button", { name: "Place Section" }).click();
          await fieldIn(visit, "Section").waitFor();
          await builder.getByLabel("Prints", { exact: true }).selectOption("parcels");
          await fieldIn(visit, "parcels").waitFor();
          await set("X in mm", "15");
          await set("Y in mm", "20");
          await set("Width in mm", "58");
          await set("Height in mm", "37");
          await builder.getByLabel("Place rows").selectOption("grid");
          await set("Between columns, mm", "2");
          await set("Between rows, mm", "3");
          await builder.getByRole("button", { name: "Fill the page" }).click();
          await builder.getByRole("button", { name: "Edit contents" }).click();
          await builder.getByRole("tab", { name: "Data" }).click();
          await builder.getByRole("button", { name: /Receiver/ }).click();
          await fieldIn(visit, "parcels.receiver").waitFor();
          // The text of a new section is wider than a label.
          await fieldIn(visit, "Text").click();
          await set("Width in mm", "50");
          const path = builder.getByRole("navigation", { name: "Open section" });
          await path.getByRole("button", { name: "Done" }).click();
        });
        const count = 23;
        const parcels = Array.from({ length: count }, (_, index) => ({ receiver: `R${index}` }));
        const texts = yield* publishAndRender(visit, { parcels });
        const labels = texts.filter(({ text }) => /^R\d+$/.test(text));
        assert.deepEqual(
          labels.map(({ text }) => text),
          parcels.map(({ receiver }) => receiver),
        );
        // Three columns of 58 mm and six rows of 37 mm fit above the bottom padding of A4.
        const [start] = labels;
        for (const [index, { page, x, y }] of labels.entries()) {
          const cell = index % 18;
          assert.strictEqual(page, index < 18 ? 1 : 2);
          assert.closeTo(x - (start?.x ?? 0), (cell % 3) * 60, 0.1);
          assert.closeTo(y - (start?.y ?? 0), Math.floor(cell / 3) * 40, 0.1);
        }
        assert.deepEqual(pageErrors, []);
      }),
    );
  });
});
