import { assert, describe, layer } from "@effect/vitest";
import { Effect, Layer } from "effect";

import { browserServer } from "../../packages/http/_testing/api_server.ts";
import { CHROMIUM, Chromium } from "../support/browser.ts";
import { visitBuilder } from "../support/builder_visit.ts";
import { greeting, idIn, TEMPLATES } from "../support/greeting_template.ts";
import { accessibilityIssuesIn } from "./accessibility.ts";

const suite = describe.skipIf(CHROMIUM === undefined);
suite("The pages of the builder", () => {
  layer(Layer.merge(browserServer, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect("are edited with the keyboard alone, and say what has happened", () =>
      Effect.gen(function* () {
        const visit = yield* visitBuilder(greeting("Hello"));
        const { builder, page, frame, waitForMessage, callApi, pageErrors } = visit;
        const message = yield* Effect.promise(async () => {
          const live = builder.locator(".canvas > [role=status]");
          const says = (text: string) => live.getByText(text, { exact: true }).waitFor();
          const field = builder.getByRole("group", { name: "Text: Text, Hello" });
          await builder.locator("#canvas").focus();
          // The rulers come before the fields.
          for (let presses = 0; presses < 4; presses += 1) {
            if ((await builder.locator(".selectable:focus").count()) > 0) break;
            await page.keyboard.press("Tab");
          }
          await builder.locator(".selectable.is-selected:focus").waitFor();
          assert.strictEqual(await field.count(), 1);
          await page.keyboard.press("ArrowRight");
          await page.keyboard.press("Shift+ArrowDown");
          await says("Moved to 21, 50 millimetres");
          await page.keyboard.press("Control+Shift+ArrowLeft");
          await says("90 by 8 millimetres");
          await page.keyboard.press("Control+d");
          await says("Field pasted");
          await page.keyboard.press("Control+a");
          await says("2 fields selected");
          await page.keyboard.press("Alt+l");
          await says("Fields aligned");
          await page.keyboard.press("Control+c");
          await page.keyboard.press("Control+v");
          await says("2 fields pasted");
          await page.keyboard.press("Delete");
          await says("2 fields deleted");
          assert.strictEqual(await builder.locator(".selectable").count(), 2);
          await page.keyboard.press("Control+z");
          assert.strictEqual(await builder.locator(".selectable").count(), 4);
          await page.keyboard.press("Control+Shift+z");
          assert.strictEqual(await builder.locator(".selectable").count(), 2);
          await page.keyboard.press("?");
          const help = builder.getByRole("dialog", { name: "Keyboard shortcuts" });
          await help.getByText("Bring forward, send backward").waitFor();
          assert.deepEqual(await accessibilityIssuesIn(frame(), []), []);
          await page.keyboard.press("Escape");
          await help.waitFor({ state: "detached" });
          await field.first().focus();
          await page.keyboard.press("Enter");
          await builder
            .getByLabel("Text", { exact: true })
            .and(builder.locator(":focus"))
            .waitFor();
          await builder.getByLabel("X in mm").fill("33");
          await builder.getByLabel("X in mm").press("Tab");
          await page.keyboard.press("Control+s");
          return waitForMessage("paraph:saved");
        });
        const response = yield* callApi("GET", `${TEMPLATES}/${String(message["templateId"])}`);
        const layout = JSON.stringify(response["documentTemplate"]);
        assert.include(layout, '"position":{"x":33,"y":50},"width":90');
        assert.include(layout, '"name":"Text 2"');
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("take fields of another template from the clipboard, with their variables", () =>
      Effect.gen(function* () {
        const visit = yield* visitBuilder((call) =>
          Effect.map(
            call("POST", TEMPLATES, {
              documentTemplate: {
                name: "Source",
                layout: {
                  basePdf: { width: 210, height: 297, padding: [20, 20, 20, 20] },
                  schemas: [[FIELD]],
                  manifest: MANIFEST,
                },
              },
            }),
            ({ documentTemplate }) => ({
              scope: { mode: "edit", templateExternalId: idIn(documentTemplate) },
            }),
          ),
        );
        const { builder, page, open, pageErrors } = visit;
        yield* Effect.promise(async () => {
          await builder.locator(".selectable").click();
          await page.keyboard.press("Control+c");
          await builder.getByText("Field copied").waitFor();
        });
        yield* open({ scope: { mode: "create" } });
        yield* Effect.promise(async () => {
          await builder.locator("#canvas").focus();
          await page.keyboard.press("Control+v");
          await builder.getByText("Field pasted").waitFor();
          await builder.locator(".selectable[title='customer.name']").waitFor();
          await builder.getByRole("tab", { name: "Data" }).click();
          await builder.getByRole("button", { name: /Customer customer.name/ }).waitFor();
        });
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("offer fields in groups, searched by name", () =>
      Effect.gen(function* () {
        const { builder, frame, pageErrors } = yield* visitBuilder(greeting("Hello"));
        yield* Effect.promise(async () => {
          await builder.getByRole("searchbox", { name: "Search fields" }).fill("code");
          const offered = builder.locator(".palette-types button:visible");
          assert.deepEqual(await offered.allTextContents(), ["QR code", "Code 128"]);
          await builder.getByRole("searchbox", { name: "Search fields" }).fill("nothing like it");
          await builder.getByText("Nothing found.").waitFor();
          await builder.getByRole("searchbox", { name: "Search fields" }).fill("");
          await builder.getByRole("button", { name: "Place Code 128" }).click();
          await builder.locator(".selectable img[src^='data:image/svg']").waitFor();
          assert.deepEqual(await accessibilityIssuesIn(frame(), []), []);
          for (const name of ["Zoom in", "Zoom out", "Fit to width"])
            await builder.getByRole("button", { name }).click();
          await builder
            .getByRole("button", { name: /Click to add a vertical guide/ })
            .press("Enter");
          const guide = builder.getByRole("slider", { name: /Vertical guide/ });
          await guide.press("Shift+ArrowRight");
          assert.strictEqual(await guide.getAttribute("aria-valuetext"), "60 mm");
          await guide.press("Delete");
          assert.strictEqual(await guide.count(), 0);
        });
        assert.deepEqual(pageErrors, []);
      }),
    );
  });
});

const FIELD = {
  name: "customer.name",
  type: "text",
  position: { x: 20, y: 40 },
  width: 100,
  height: 8,
};
const MANIFEST = {
  variables: [{ key: "customer.name", label: "Customer", dataType: "text", required: true }],
  loops: [],
};
