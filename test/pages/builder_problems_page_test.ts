import { assert, describe, layer } from "@effect/vitest";
import { Effect, Layer } from "effect";

import { browserServer } from "../../packages/http/_testing/api_server.ts";
import { CHROMIUM, Chromium } from "../support/browser.ts";
import { visitBuilder } from "../support/builder_visit.ts";
import { greeting } from "../support/greeting_template.ts";
import { accessibilityIssuesIn } from "./accessibility.ts";

const suite = describe.skipIf(CHROMIUM === undefined);
suite("The problems of the builder", () => {
  layer(Layer.merge(browserServer, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect("are fixed with a button, one after the other, and undone", () =>
      Effect.gen(function* () {
        const visit = yield* visitBuilder(greeting("Dear {customer.name} of {customer.city},"));
        const { builder, frame, pageErrors } = visit;
        yield* Effect.promise(async () => {
          await builder.getByRole("button", { name: "2 problems" }).click();
          const dialog = builder.getByRole("dialog", { name: "Not ready to be published" });
          const add = (key: string) =>
            dialog.getByRole("button", { name: `Add “${key}” to the data` });
          await add("customer.name").waitFor();
          assert.deepEqual(await accessibilityIssuesIn(frame(), []), []);
          await add("customer.name").press("Enter");
          await add("customer.name").waitFor({ state: "detached" });
          await builder.getByText("Fixed. Undo takes it back.").waitFor();
          await add("customer.city").click();
          await dialog.waitFor({ state: "detached" });
          await builder.locator("#problems").waitFor({ state: "hidden" });
          await builder.getByRole("tab", { name: "Data" }).click();
          await builder.getByRole("button", { name: /Customer city customer\.city/ }).waitFor();
          await builder.getByRole("button", { name: "Undo" }).click();
          await builder.getByRole("button", { name: "1 problem" }).click();
          await dialog.getByText("Your data has no “customer.city”").waitFor();
        });
        assert.deepEqual(pageErrors, []);
      }),
    );
  });
});
