import * as fs from "node:fs";

import { assert, describe, layer } from "@effect/vitest";
import { Effect, Layer } from "effect";

import { browserServer } from "../../packages/http/_testing/api_server.ts";
import { CHROMIUM, Chromium } from "../support/browser.ts";
import { defineVariable, visitBuilder } from "../support/builder_visit.ts";
import { greeting, idIn, TEMPLATES } from "../support/greeting_template.ts";
import { accessibilityIssuesIn } from "./accessibility.ts";

const EXAMPLES = new URL("../../examples/", import.meta.url);

function readExample(file: string): { readonly layout: object; readonly manifest: object } {
  return JSON.parse(fs.readFileSync(new URL(file, EXAMPLES), "utf8"));
}

const suite = describe.skipIf(CHROMIUM === undefined);
suite("The settings of the builder page", () => {
  layer(Layer.merge(browserServer, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect("sets a language and a standard, and shows what the standard requires", () =>
      Effect.gen(function* () {
        const visit = yield* visitBuilder(greeting("Hello"));
        const { builder, frame, waitForMessage, callApi, pageErrors } = visit;
        const message = yield* Effect.promise(async () => {
          await builder.getByRole("button", { name: "Place Image" }).click();
          await builder.getByRole("tab", { name: "Document" }).click();
          await builder.getByLabel("Title", { exact: true }).fill("Greeting for you");
          await builder.getByLabel("Keywords, one per line").fill("hello\n\ngreeting");
          const archives = builder.getByLabel("For archives");
          await archives.selectOption("pdf/a-3u");
          await builder.getByText("Paraph meets all requirements").waitFor();
          await archives.selectOption("pdf/a-2u");
          await builder.getByText("1 of 1 requirements met").waitFor();
          await builder.getByLabel("Accessible: PDF/UA-1").check();
          await builder.getByText("7 of 9 requirements met").waitFor();
          assert.isTrue(await builder.getByLabel("Tags for screen readers").isDisabled());
          assert.deepEqual(await accessibilityIssuesIn(frame(), []), []);
          await builder
            .getByRole("button", { name: "The template has no language of its own." })
            .click();
          await builder.locator("select:focus").waitFor();
          const languages = builder.getByLabel("Language", { exact: true });
          const chosen = languages.locator("option:checked");
          assert.strictEqual(await chosen.textContent(), "From the project: English (en)");
          await languages.selectOption("Another language…");
          const tag = builder.getByLabel("Language tag");
          await tag.fill("Swiss German");
          await tag.blur();
          await builder.getByText("This is no language tag.").waitFor();
          await tag.fill("gsw-ch");
          await tag.blur();
          assert.strictEqual(await languages.inputValue(), "gsw-CH");
          await builder.getByText("8 of 9 requirements met").waitFor();
          // The problem leads to the picture, whose settings have the alternative text.
          await builder.getByRole("button", { name: /has no alternative text/ }).click();
          await builder.getByRole("textbox", { name: "Alternative text" }).fill("Two people wave");
          await builder.getByText("9 of 9 requirements met").waitFor();
          await builder.getByRole("button", { name: "Save" }).click();
          return waitForMessage("paraph:saved");
        });
        const response = yield* callApi("GET", `${TEMPLATES}/${String(message["templateId"])}`);
        assert.nestedPropertyVal(response, "documentTemplate.layout.language", "gsw-CH");
        assert.nestedPropertyVal(response, "documentTemplate.layout.title", "Greeting for you");
        const layout = JSON.stringify(response["documentTemplate"]);
        assert.include(layout, '"standard":["pdf/a-2u","pdf/ua-1"]');
        assert.include(layout, '"keywords":["hello","greeting"]');
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("maps an electronic invoice, as far as its profile requires", () =>
      Effect.gen(function* () {
        const invoice = readExample("gallery/invoice/template.json");
        const visit = yield* visitBuilder((call) =>
          Effect.map(
            call("POST", TEMPLATES, {
              documentTemplate: {
                name: "Bill",
                layout: { ...invoice.layout, manifest: invoice.manifest },
              },
            }),
            ({ documentTemplate }) => ({
              scope: { mode: "edit", templateExternalId: idIn(documentTemplate) },
            }),
          ),
        );
        const { builder, frame, waitForMessage, callApi, pageErrors } = visit;
        const message = yield* Effect.promise(async () => {
          await builder.getByRole("tab", { name: "Document" }).click();
          await builder.getByRole("button", { name: "Set up…" }).click();
          const dialog = builder.getByRole("dialog", { name: "Electronic invoice" });
          await dialog.getByLabel("Invoice number BT-1 · Required").waitFor();
          await dialog.getByText("Choose the list with the lines of the invoice.").waitFor();
          await dialog.getByRole("button", { name: "Suggest by name" }).click();
          await dialog.getByText(/terms are filled in/).waitFor();
          const number = dialog.getByLabel(/^Invoice number BT-1/);
          assert.strictEqual(await number.inputValue(), "invoice.number");
          // Only values of a type that fits are offered.
          const dates = dialog.getByLabel(/^Invoice issue date/).locator("optgroup option");
          assert.include(await dates.allTextContents(), "Due date (invoice.due)");
          assert.notInclude(await dates.allTextContents(), "Customer (customer.name)");
          assert.deepEqual(await accessibilityIssuesIn(frame(), []), []);
          const fix = async (name: RegExp, value: string) => {
            await dialog.getByLabel(name).first().selectOption("Always the same…");
            await dialog.getByLabel(name).last().fill(value);
          };
          await fix(/^Invoice currency code/, "EUR");
          await fix(/^Seller name/, "Acme GmbH");
          await fix(/^Seller country code/, "DE");
          await fix(/^Seller identifier(?!: scheme)/, "4711");
          await fix(/^Invoiced item VAT category code/, "S");
          await fix(/^Payment means type code/, "58");
          await dialog.getByText(/^(\d+) of \1 required terms mapped$/).waitFor();
          await dialog.getByLabel("Profile").selectOption("xrechnung");
          await dialog.getByText("Choose where this comes from.").first().waitFor();
          await dialog.getByLabel("Profile").selectOption("en16931");
          await dialog.getByRole("button", { name: "Done" }).click();
          await builder.getByText("All required terms are mapped.").waitFor();
          await builder.getByRole("button", { name: "Save" }).click();
          return waitForMessage("paraph:saved");
        });
        const response = yield* callApi("GET", `${TEMPLATES}/${String(message["templateId"])}`);
        const einvoice = "documentTemplate.layout.einvoice";
        assert.nestedPropertyVal(response, `${einvoice}.profile`, "en16931");
        assert.nestedPropertyVal(response, `${einvoice}.map.BG-25`, "items");
        assert.deepNestedPropertyVal(response, `${einvoice}.map.BT-27`, { value: "Acme GmbH" });
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("sets what the columns of a table show, and its groups", () =>
      Effect.gen(function* () {
        const ledger = readExample("guide/ledger/template.json");
        const visit = yield* visitBuilder((call) =>
          Effect.map(
            call("POST", TEMPLATES, {
              documentTemplate: {
                name: "Ledger",
                layout: { ...ledger.layout, manifest: ledger.manifest },
              },
            }),
            ({ documentTemplate }) => ({
              scope: { mode: "edit", templateExternalId: idIn(documentTemplate) },
            }),
          ),
        );
        const { builder, frame, waitForMessage, callApi, pageErrors } = visit;
        const message = yield* Effect.promise(async () => {
          await builder.locator(".selectable[title='entries']").click();
          await builder.getByRole("button", { name: "Settings of Entry" }).click();
          const column = builder.getByRole("dialog", { name: "Column Entry" });
          await column.getByLabel("Heading").fill("Entry of {= row. }");
          await column.getByRole("button", { name: "Done" }).click();
          await column.getByText("Correct the expression first.").waitFor();
          await column.getByLabel("Heading").fill("Posting");
          await column.getByLabel("Shows").selectOption("QR code");
          await column.getByLabel("Alternative text").fill("Code of {= row.text }");
          await column.getByText(/^Prints: Code of/).waitFor();
          await column.getByLabel("Shows").selectOption("Markdown text");
          await column.getByLabel("One cell for the same value").check();
          assert.deepEqual(await accessibilityIssuesIn(frame(), []), []);
          await column.getByRole("button", { name: "Done" }).click();
          await builder.getByRole("button", { name: "Add calculated column…" }).click();
          const added = builder.getByRole("dialog", { name: "Column New column" });
          await added.getByLabel("Calculation").fill("{= row.amount * 2 |number:2}");
          await added.getByLabel("Heading").fill("Double");
          await added.getByRole("button", { name: "Done" }).click();
          await builder.getByRole("button", { name: "Settings of Double" }).waitFor();
          await builder.getByRole("button", { name: "Groups and page breaks…" }).click();
          const groups = builder.getByRole("dialog", { name: "Groups and page breaks" });
          await groups.getByRole("button", { name: "Add group" }).click();
          await groups.getByLabel("Rows with the same").last().selectOption("Expression…");
          await groups.getByLabel("Expression", { exact: true }).fill("{= year(row.date) }");
          await groups.getByLabel("Text above the rows").last().fill("Year {= year(row.date) }");
          assert.deepEqual(await accessibilityIssuesIn(frame(), []), []);
          await groups.getByRole("button", { name: "Done" }).click();
          await builder.getByRole("button", { name: "Save" }).click();
          return waitForMessage("paraph:saved");
        });
        const response = yield* callApi("GET", `${TEMPLATES}/${String(message["templateId"])}`);
        const saved = JSON.stringify(response["documentTemplate"]);
        assert.include(saved, '"cells":{"text":{"type":"text","richText":true}}');
        assert.include(saved, '"rowSpans":[{"column":"text"}]');
        assert.include(saved, '"{= row.amount * 2 |number:2}"');
        assert.include(saved, '"by":"{= year(row.date) }","header":"Year {= year(row.date) }"');
        // What the dialogs do not show stays.
        assert.include(saved, '"conditionalStyles":[');
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("completes expressions, shows their results, and chooses conditions", () =>
      Effect.gen(function* () {
        const visit = yield* visitBuilder(greeting("Hello"));
        const { builder, page, frame, waitForMessage, callApi, pageErrors } = visit;
        const message = yield* Effect.promise(async () => {
          await defineVariable(visit, "Customer name");
          await builder.locator(".selectable[title='Text']").click();
          const text = builder.getByLabel("Text", { exact: true });
          await text.fill("Dear ");
          await text.press("End");
          await page.keyboard.type("{cust");
          await builder.getByRole("option", { name: /customerName/ }).waitFor();
          assert.deepEqual(await accessibilityIssuesIn(frame(), []), []);
          await page.keyboard.press("Enter");
          await builder.getByText("Prints: Dear Customer name").waitFor();
          await page.keyboard.type(" {= uppr(customerName) }");
          await builder.getByText(/Did you mean "upper".*\(at character/).waitFor();
          await text.fill("Dear {= upper(customerName) }");
          await builder.getByText("Prints: Dear CUSTOMER NAME").waitFor();
          await text.blur();
          // The page shows sample values too.
          const field = builder.locator(".selectable[title='Text']");
          await field.getByText("Dear CUSTOMER NAME").waitFor();
          await builder.getByRole("button", { name: "Show only if: Change…" }).click();
          const dialog = builder.getByRole("dialog", { name: "Show only if" });
          await dialog.getByLabel("Comparison").selectOption("contains");
          await dialog.getByLabel("Compared with").fill("Ada");
          await dialog.getByText("With the sample data, the field is hidden.").waitFor();
          await dialog.getByRole("button", { name: "Write as an expression" }).click();
          const expression = dialog.getByLabel("Expression");
          assert.strictEqual(await expression.inputValue(), 'contains(customerName, "Ada")');
          await expression.fill('length(customerName) > 3 && customerName != "Ada"');
          await dialog.getByText("True with the sample data").waitFor();
          await dialog.getByRole("button", { name: "Choose instead" }).click();
          await dialog.getByText("This expression is too complex to choose.").waitFor();
          assert.deepEqual(await accessibilityIssuesIn(frame(), []), []);
          await dialog.getByRole("button", { name: "Done" }).click();
          await builder.getByText('length(customerName) > 3 && customerName != "Ada"').waitFor();
          await builder.getByRole("button", { name: "Save" }).click();
          return waitForMessage("paraph:saved");
        });
        const response = yield* callApi("GET", `${TEMPLATES}/${String(message["templateId"])}`);
        const layout = JSON.stringify(response["documentTemplate"]);
        assert.include(layout, '"content":"Dear {= upper(customerName) }"');
        assert.include(layout, '"when":"length(customerName) > 3');
        assert.deepEqual(pageErrors, []);
      }),
    );
  });
});
