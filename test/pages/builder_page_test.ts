import { assert, describe, layer } from "@effect/vitest";
import { Effect, Layer } from "effect";

import { browserServer } from "../../packages/http/_testing/api_server.ts";
import { fieldsOf } from "../../packages/http/_testing/body.ts";
import { CHROMIUM, Chromium } from "../support/browser.ts";
import { defineVariable, visitBuilder } from "../support/builder_visit.ts";
import { draft, greeting, TEMPLATES } from "../support/greeting_template.ts";
import { accessibilityIssuesIn } from "./accessibility.ts";

/** A template as pdfme's designer saves it, with one text. */
const pdfmeTemplate = (text: object) =>
  JSON.stringify({
    basePdf: { width: 210, height: 297, padding: [20, 20, 20, 20] },
    schemas: [
      [
        {
          name: "fullName",
          type: "text",
          position: { x: 20, y: 40 },
          width: 100,
          height: 8,
          ...text,
        },
      ],
    ],
  });

const suite = describe.skipIf(CHROMIUM === undefined);
suite("The builder page", () => {
  layer(Layer.merge(browserServer, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect("opens a pdfme template, or lists why it cannot", () =>
      Effect.gen(function* () {
        const visit = yield* visitBuilder(() => Effect.succeed({ scope: { mode: "create" } }));
        const { builder, page, frame, waitForMessage, pageErrors } = visit;
        yield* Effect.promise(async () => {
          await waitForMessage("paraph:ready");
          const open = async (content: string) => {
            await builder.getByRole("button", { name: "More actions" }).click();
            const chooser = page.waitForEvent("filechooser");
            await builder.getByText("Open a pdfme template…").click();
            const buffer = Buffer.from(content);
            await (
              await chooser
            ).setFiles({ name: "template.json", mimeType: "application/json", buffer });
          };
          const dialog = builder.getByRole("dialog");
          await open(pdfmeTemplate({ content: "Dear {customer.toUpperCase()}", readOnly: true }));
          await dialog.getByText("This template cannot be opened").waitFor();
          await dialog.getByText("customer.toUpperCase()").waitFor();
          await dialog.getByRole("button", { name: "Cancel" }).click();

          await open(pdfmeTemplate({ content: "Ada", fontName: "NotoSans" }));
          await dialog.getByText("What changes:").waitFor();
          assert.deepEqual(await accessibilityIssuesIn(frame(), []), []);
          await dialog.getByRole("button", { name: "Open" }).click();
          await builder.getByRole("tab", { name: "Data" }).click();
          await builder.getByRole("button", { name: /Full name fullName/ }).waitFor();
        });
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("starts from a template of the gallery, with its data", () =>
      Effect.gen(function* () {
        const visit = yield* visitBuilder(() => Effect.succeed({ scope: { mode: "create" } }));
        const { builder, page, frame, waitForMessage, pageErrors, callApi } = visit;
        const message = yield* Effect.promise(async () => {
          await waitForMessage("paraph:ready");
          await builder.getByRole("tab", { name: "Data" }).click();
          await builder.getByRole("button", { name: "Start from a template…" }).click();
          const dialog = builder.getByRole("dialog", { name: "Start from a template" });
          await dialog.getByRole("button", { name: /^Quote/ }).waitFor();
          assert.strictEqual(await dialog.locator("li").count(), 12);
          assert.deepEqual(await accessibilityIssuesIn(frame(), []), []);
          await dialog.getByRole("button", { name: /^Quote/ }).click();
          await builder.getByRole("button", { name: /Quote number number/ }).waitFor();
          assert.strictEqual(
            await builder.getByLabel("Name of the template").inputValue(),
            "Quote",
          );
          await builder.getByRole("button", { name: "Preview" }).click();
          await builder.getByRole("group", { name: "Page 1 of 1" }).locator("canvas").waitFor();
          await page.keyboard.press("Escape");
          await builder.getByRole("button", { name: "Save" }).click();
          return waitForMessage("paraph:saved");
        });
        const response = yield* callApi("GET", `${TEMPLATES}/${String(message["templateId"])}`);
        assert.isNull(response["currentVersionNumber"]);
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("creates a template, previews it and publishes it", () =>
      Effect.gen(function* () {
        const visit = yield* visitBuilder(() => Effect.succeed({ scope: { mode: "create" } }));
        const { builder, page, waitForMessage, pageErrors, callApi, frame } = visit;
        const message = yield* Effect.promise(async () => {
          await waitForMessage("paraph:ready");
          await builder.getByLabel("Name of the template").fill("Contract");
          await defineVariable(visit, "Customer name");
          // The keyboard alone is enough.
          await builder.getByRole("button", { name: /Customer name customerName/ }).press("Enter");
          await builder.getByText("Filled by").waitFor();
          assert.deepEqual(await accessibilityIssuesIn(frame(), []), []);
          await builder.getByRole("button", { name: "Preview" }).click();
          await builder.getByRole("group", { name: "Page 1 of 1" }).locator("canvas").waitFor();
          await page.keyboard.press("Escape");
          await builder.getByRole("button", { name: "Save" }).click();
          await builder.getByText("All changes saved").waitFor();
          await waitForMessage("paraph:saved");
          // Saving publishes nothing.
          await builder.getByText("Draft", { exact: true }).waitFor();
          await builder.getByRole("button", { name: "Publish" }).click();
          await builder.getByText("Version 1 is published.").waitFor();
          return waitForMessage("paraph:published");
        });
        const response = yield* callApi("GET", `${TEMPLATES}/${String(message["templateId"])}`);
        assert.nestedPropertyVal(response, "documentTemplate.name", "Contract");
        const layout = JSON.stringify(response["documentTemplate"]);
        assert.include(layout, '"key":"customerName"');
        // The designer's sample of a value is not part of the layout.
        assert.notInclude(layout, '"content":"Customer name"');
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("changes nothing when it opens, and undoes changes", () =>
      Effect.gen(function* () {
        const { builder, page } = yield* visitBuilder(greeting("Hello"));
        yield* Effect.promise(async () => {
          await builder.locator(".selectable[title='Text']").waitFor();
          await builder.getByText("All changes saved").waitFor();
          await builder.getByRole("button", { name: "Place QR code" }).click();
          await builder.getByText("Unsaved changes").waitFor();
          const qrCode = builder.locator(".selectable[title='QR code']");
          await qrCode.waitFor();
          await page.keyboard.press("Control+z");
          await qrCode.waitFor({ state: "detached" });
          await builder.getByText("All changes saved").waitFor();
          await page.keyboard.press("Control+Shift+z");
          await qrCode.waitFor();
        });
      }),
    );

    it.effect("publishes only what it shows when saving is not permitted", () =>
      Effect.gen(function* () {
        const { builder, page } = yield* visitBuilder((call) =>
          Effect.map(greeting("Hello")(call), (session) => ({
            ...session,
            permissions: { saveDraft: false },
          })),
        );
        yield* Effect.promise(async () => {
          const publish = builder.getByRole("button", { name: "Publish" });
          await builder.getByRole("button", { name: "Place Line" }).click();
          await builder.locator("#publish[aria-disabled=true]").waitFor();
          // Clicking it anyway shows the reason.
          await publish.click({ force: true });
          await builder.getByText("Changes cannot be saved here.").waitFor();
          await page.keyboard.press("Control+z");
          await builder.locator("#publish[aria-disabled=false]").waitFor();
        });
      }),
    );

    it.effect("asks which changes to keep when another user has saved", () =>
      Effect.gen(function* () {
        const template = { id: "" };
        const visit = yield* visitBuilder((call) =>
          Effect.map(greeting("Hello")(call), (session) => {
            template.id = session.scope.templateExternalId;
            return session;
          }),
        );
        const { builder, callApi } = visit;
        yield* callApi("PUT", `${TEMPLATES}/${template.id}`, draft("Good evening"));
        yield* Effect.promise(async () => {
          await builder.getByRole("button", { name: "Place Line" }).click();
          await builder.getByRole("button", { name: "Save" }).click();
          const dialog = builder.getByRole("dialog", { name: "Someone else saved" });
          await dialog.getByRole("button", { name: "Load theirs" }).click();
          await builder.getByText("Good evening").waitFor();
          await builder.getByText("All changes saved").waitFor();
        });
      }),
    );

    it.effect("shows what prevents publication, and goes there", () =>
      Effect.gen(function* () {
        const { builder } = yield* visitBuilder(greeting("Hello {unknown}"));
        yield* Effect.promise(async () => {
          await builder.getByText("1 problem").waitFor();
          await builder.getByRole("button", { name: "Publish" }).click();
          const dialog = builder.getByRole("dialog", { name: "Not ready to be published" });
          await dialog.getByRole("button", { name: /^Text, content .*unknown/ }).click();
          await builder.getByText("Same in every document").waitFor();
        });
      }),
    );

    it.effect("shows the published version to viewers while the draft is empty or invalid", () =>
      Effect.gen(function* () {
        const visit = yield* visitBuilder(greeting("Hello"));
        const { builder, callApi, frame, open, waitForMessage } = visit;
        yield* Effect.promise(() => waitForMessage("paraph:ready"));
        const { templates } = yield* callApi("GET", TEMPLATES);
        const id = Array.isArray(templates) ? String(fieldsOf({ json: templates[0] })["id"]) : "";
        const empty = { documentTemplate: { name: "Greeting", layout: { schemas: [[]] } } };
        for (const changes of [draft("Hello {unknown}"), empty]) {
          yield* callApi("PUT", `${TEMPLATES}/${id}`, changes);
          yield* open({ scope: { mode: "view", templateExternalId: id } });
          yield* Effect.promise(async () => {
            await builder.getByText("View only: version 1, without the latest changes").waitFor();
            await builder.getByRole("group", { name: "Page 1 of 1" }).locator("canvas").waitFor();
            assert.deepEqual(await accessibilityIssuesIn(frame(), []), []);
          });
        }
      }),
    );

    it.effect("crops an image as it prints", () =>
      Effect.gen(function* () {
        const { builder } = yield* visitBuilder(greeting("Hello"));
        yield* Effect.promise(async () => {
          await builder.getByRole("button", { name: "Place Image" }).click();
          await builder
            .getByRole("combobox", { name: "Fit" })
            .selectOption("Fill the box and crop");
          await builder.locator("img[style*='object-fit: cover']").waitFor();
        });
      }),
    );

    it.effect("describes pictures and headings for screen readers", () =>
      Effect.gen(function* () {
        const visit = yield* visitBuilder(greeting("Hello"));
        const { builder, frame, waitForMessage, callApi, pageErrors } = visit;
        const message = yield* Effect.promise(async () => {
          const heading = builder.getByRole("combobox", { name: "Heading" });
          const alt = builder.getByRole("textbox", { name: "Alternative text" });
          const decorative = builder.getByRole("checkbox", { name: /^Decorative/ });
          await builder.locator(".selectable[title='Text']").click();
          await heading.selectOption("Level 1, the title");
          await builder.getByText("Unsaved changes").waitFor();
          await builder.getByRole("button", { name: "Place Image" }).click();
          await alt.fill("Logo of Analytical Engines");
          await decorative.check();
          await alt.waitFor({ state: "detached" });
          await decorative.uncheck();
          await alt.waitFor();
          assert.strictEqual(await heading.count(), 0);
          await builder.getByRole("button", { name: "Place QR code" }).click();
          await alt.fill("Never said");
          await decorative.check();
          await alt.waitFor({ state: "detached" });
          assert.deepEqual(await accessibilityIssuesIn(frame(), []), []);
          await builder.getByRole("button", { name: "Save" }).click();
          await builder.getByText("All changes saved").waitFor();
          return waitForMessage("paraph:saved");
        });
        const response = yield* callApi("GET", `${TEMPLATES}/${String(message["templateId"])}`);
        const layout = JSON.stringify(response["documentTemplate"]);
        assert.include(layout, '"heading":1');
        assert.include(layout, '"alt":"Logo of Analytical Engines"');
        assert.include(layout, '"decorative":true');
        assert.notInclude(layout, "Never said");
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("places signing fields with a role and a label", () =>
      Effect.gen(function* () {
        const visit = yield* visitBuilder(() => Effect.succeed({ scope: { mode: "create" } }));
        const { builder, waitForMessage, callApi, pageErrors } = visit;
        const message = yield* Effect.promise(async () => {
          await waitForMessage("paraph:ready");
          await builder.getByLabel("Name of the template").fill("Agreement");
          for (const kind of ["Signature", "Initials", "Date of signing", "Signer's checkbox"])
            await builder.getByRole("button", { name: `Place ${kind}` }).click();
          await builder.getByRole("button", { name: "Place Signer's choice" }).click();
          const options = builder.getByLabel("Options, one per line");
          assert.strictEqual(await options.inputValue(), "Option 1\nOption 2");
          await options.fill("Monthly\n\n Yearly \nMonthly");
          await options.blur();
          await builder.getByRole("button", { name: "Place Signer's text" }).click();
          await builder.getByRole("textbox", { name: "Role" }).fill("Client");
          await builder.getByRole("textbox", { name: "Label" }).fill("Place of signature");
          await builder.getByText("Place of signature · Client").waitFor();
          await builder.getByText("Initials · Signer").waitFor();
          await builder.getByRole("button", { name: "Save" }).click();
          await builder.getByText("All changes saved").waitFor();
          return waitForMessage("paraph:saved");
        });
        const response = yield* callApi("GET", `${TEMPLATES}/${String(message["templateId"])}`);
        const layout = JSON.stringify(response["documentTemplate"]);
        for (const type of ["signature", "initials", "signingDate", "signingCheckbox"])
          assert.include(layout, `"type":"${type}"`);
        assert.include(layout, '"options":["Monthly","Yearly"]');
        assert.include(layout, '"role":"Client"');
        assert.include(layout, '"label":"Place of signature"');
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("selects the page or field that was just added", () =>
      Effect.gen(function* () {
        const { builder, page } = yield* visitBuilder(greeting("Hello"));
        yield* Effect.promise(async () => {
          await builder.getByRole("tab", { name: "Page" }).click();
          await builder.getByRole("button", { name: "Add page" }).click();
          await builder.locator(".pages-row").getByText("Page 2 of 2").waitFor();
          await builder.getByRole("tab", { name: "Fields" }).click();
          await builder.getByRole("button", { name: "Place QR code" }).click();
          await builder.getByRole("tab", { name: "Page" }).click();
          const codes = builder.locator(".selectable[title^='QR code']");
          const fieldNames = builder.locator(".field-names .field-name");
          await builder.locator(".selection").getByText("QR code").waitFor({ state: "attached" });
          assert.deepEqual(await fieldNames.allTextContents(), ["QR code"]);
          await codes.click();
          await page.keyboard.press("Delete");
          await codes.waitFor({ state: "detached" });
          await builder.getByRole("button", { name: "Remove page" }).click();
          await builder.locator(".pages-row").getByText("Page 1 of 1").waitFor();
          assert.deepEqual(await fieldNames.allTextContents(), ["Text"]);
        });
      }),
    );
  });
});
