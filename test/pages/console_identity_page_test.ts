import { assert, describe, layer } from "@effect/vitest";
import { Effect, Layer } from "effect";

import { ApiServer } from "../../packages/http/_testing/api_server.ts";
import { inviteMember } from "../../packages/http/_testing/console_visit.ts";
import { Identity, serverWithIdentity } from "../../packages/http/_testing/identity.ts";
import { CHROMIUM, Chromium, openPage } from "../support/browser.ts";
import { accessibilityIssues } from "./accessibility.ts";

const suite = describe.skipIf(CHROMIUM === undefined);
suite("The console with an identity provider", () => {
  layer(Layer.merge(serverWithIdentity, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect.each(["light", "dark"] as const)(
      "signs members in there, and explains why others cannot sign in, with %s colors",
      (colorScheme) =>
        Effect.gen(function* () {
          const { accountKey, otherAccountKey, port } = yield* ApiServer;
          const identity = yield* Identity;
          const email = `ada-${colorScheme}@example.com`;
          const viewport = { width: 360, height: 740 };
          const { page, pageErrors } = yield* openPage({ viewport, colorScheme });
          const signIn = page.getByRole("link", { name: "Continue with Acme Login" });
          yield* Effect.promise(async () => {
            identity.user = { email, isVerified: true };
            await page.goto(`http://127.0.0.1:${port}/console`);
            assert.deepEqual(await page.locator(".is-first").allTextContents(), [
              "Continue with Acme Login",
            ]);
            await signIn.click();
            await page.getByText("No account has a member with your email address.").waitFor();
            assert.notInclude(page.url(), "#problem=");
            assert.deepEqual(await accessibilityIssues(page), []);
          });
          yield* inviteMember(accountKey, email, "viewer");
          yield* inviteMember(otherAccountKey, email, "viewer");
          yield* Effect.promise(async () => {
            await signIn.click();
            await page.getByRole("heading", { name: "Choose an account" }).waitFor();
            assert.deepEqual(await accessibilityIssues(page), []);
            await page.getByRole("link", { name: "Acme" }).click();
            await page.getByRole("heading", { name: "Overview" }).waitFor();
            const own = page.getByRole("option", { name: "Letters" });
            await own.waitFor({ state: "attached" });
            await page.reload();
            await page.getByRole("heading", { name: "Overview" }).waitFor();
          });
          assert.deepEqual(pageErrors, []);
        }),
    );
  });
});
