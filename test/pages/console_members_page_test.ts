import { assert, describe, layer } from "@effect/vitest";
import { Effect, Layer } from "effect";

import { ApiServer, browserServer } from "../../packages/http/_testing/api_server.ts";
import { fieldsOf } from "../../packages/http/_testing/body.ts";
import { invitationTo, signInEmailTo } from "../../packages/http/_testing/console_visit.ts";
import { callAs } from "../../packages/http/_testing/embedding.ts";
import { CHROMIUM, Chromium, openPage } from "../support/browser.ts";
import { accessibilityIssues } from "./accessibility.ts";

const MARKUP = "<img src=x onerror=globalThis.hasRun=1>";
const SIZES = [
  { width: 360, height: 740 },
  { width: 1200, height: 800 },
];

const suite = describe.skipIf(CHROMIUM === undefined);
suite("The console's members", () => {
  layer(Layer.merge(browserServer, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect("are invited on the page, accept by email, and see what their role permits", () =>
      Effect.gen(function* () {
        const { accountKey, project } = yield* ApiServer;
        const opened = yield* callAs(accountKey, "POST", "/console/links");
        const owner = yield* openPage({});
        yield* Effect.promise(async () => {
          const { page } = owner;
          await page.goto(String(fieldsOf(opened)["url"]));
          await page.getByRole("link", { name: "Members" }).click();
          await page.getByText("No members yet").waitFor();
          await page.getByRole("button", { name: "Invite member" }).click();
          const dialog = page.getByRole("dialog");
          await dialog.getByLabel("Email address").fill("nobody");
          await dialog.getByRole("button", { name: "Invite member" }).click();
          await dialog.getByText("email: Expected an email address").waitFor();
          await dialog.getByLabel("Email address").fill("vera@example.com");
          await dialog.getByLabel("Name").fill(MARKUP);
          await dialog.getByLabel("Role").selectOption("Viewer");
          await dialog.getByRole("button", { name: "Invite member" }).click();
          await page.getByRole("cell", { name: "vera@example.com" }).waitFor();
          assert.deepEqual(await accessibilityIssues(page), []);
        });

        const invitation = yield* invitationTo("vera@example.com");
        const viewer = yield* openPage({});
        yield* Effect.promise(async () => {
          const { page } = viewer;
          await page.goto(invitation.letter.action.url);
          await page.getByRole("heading", { name: "Overview" }).waitFor();
          assert.notInclude(page.url(), "link=");
          await page.getByRole("combobox", { name: "Project" }).selectOption(project);
          await page.getByRole("link", { name: "Webhooks" }).click();
          await page.getByText("No webhooks yet").waitFor();
          assert.isFalse(await page.getByRole("button", { name: "Create webhook" }).isVisible());
          await page.getByRole("link", { name: "Members" }).click();
          await page.getByText("(you)").waitFor();
          assert.isFalse(await page.getByRole("button", { name: "Invite member" }).isVisible());
          assert.isFalse(await page.getByRole("button", { name: "Remove" }).isVisible());
          assert.isFalse(await page.getByRole("link", { name: "Audit log" }).isVisible());
        });

        yield* Effect.promise(async () => {
          const { page } = owner;
          await page.reload();
          await page.getByRole("button", { name: "Change role" }).click();
          const dialog = page.getByRole("dialog");
          await dialog.getByLabel("Role").selectOption("Owner");
          await dialog.getByRole("button", { name: "Change role" }).click();
          await page.getByText("The role was changed.").waitFor();
          await page.getByRole("button", { name: "Remove" }).click();
          await dialog.getByRole("button", { name: "Remove" }).click();
          await dialog.getByText("This is the last owner").waitFor();
          assert.isUndefined(await page.evaluate("globalThis.hasRun"));
        });
        assert.deepEqual([...owner.pageErrors, ...viewer.pageErrors], []);
      }),
    );

    it.effect("are in the audit log with what they do", () =>
      Effect.gen(function* () {
        const { accountKey } = yield* ApiServer;
        const body = { email: "auditor@example.com", role: "owner" };
        yield* callAs(accountKey, "POST", "/v1/members", body);
        const invitation = yield* invitationTo("auditor@example.com");
        const { page, pageErrors } = yield* openPage({});
        yield* Effect.promise(async () => {
          await page.goto(invitation.letter.action.url);
          await page.getByRole("link", { name: "Audit log" }).click();
          const log = page.getByRole("table", { name: "Audit log" });
          const signIn = log.getByRole("row", { name: "console.signed_in" }).first();
          await signIn.getByRole("cell", { name: "auditor@example.com" }).waitFor();
          await page.getByLabel("Filter by action").fill("member.invited");
          await signIn.waitFor({ state: "detached" });
          const entry = log.getByRole("row", { name: "member.invited" }).first();
          await entry.getByRole("cell", { name: "Account key" }).waitFor();
          await entry.getByRole("button", { name: "Details" }).click();
          await page.getByRole("dialog").getByText('"role": "owner"').waitFor();
          assert.deepEqual(await accessibilityIssues(page), []);
          await page.getByRole("button", { name: "Close" }).click();
          for (const viewport of SIZES) {
            await page.setViewportSize(viewport);
            const overflow = await page.evaluate<number>(
              "document.documentElement.scrollWidth - innerWidth",
            );
            assert.isAtMost(overflow, 0);
            assert.deepEqual(await accessibilityIssues(page), []);
          }
        });
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("sign in by email on the sign-in page", () =>
      Effect.gen(function* () {
        const { accountKey, port } = yield* ApiServer;
        const email = "mail@example.com";
        yield* callAs(accountKey, "POST", "/v1/members", { email, role: "editor" });
        const { page, pageErrors } = yield* openPage({ viewport: SIZES[0]! });
        yield* Effect.promise(async () => {
          await page.goto(`http://127.0.0.1:${port}/console`);
          await page.getByRole("button", { name: "Email me a link" }).click();
          await page.getByText("Enter an email address").waitFor();
          await page.getByLabel("Email address").fill(email);
          await page.getByRole("button", { name: "Email me a link" }).click();
          await page.getByText("If a member has this address").waitFor();
          assert.deepEqual(await accessibilityIssues(page), []);
        });
        const { letter } = yield* signInEmailTo(email);
        yield* Effect.promise(async () => {
          await page.goto(letter.action.url);
          await page.getByRole("heading", { name: "Overview" }).waitFor();
        });
        assert.deepEqual(pageErrors, []);
      }),
    );

    for (const colorScheme of ["light", "dark"] as const) {
      for (const viewport of SIZES) {
        it.effect(`have no accessibility issues at ${viewport.width} px, ${colorScheme}`, () =>
          Effect.gen(function* () {
            const { accountKey } = yield* ApiServer;
            const opened = yield* callAs(accountKey, "POST", "/console/links");
            const { page } = yield* openPage({ viewport, colorScheme });
            yield* Effect.promise(async () => {
              await page.goto(String(fieldsOf(opened)["url"]));
              await page.getByRole("link", { name: "Members" }).click();
              await page.getByRole("cell", { name: "mail@example.com" }).waitFor();
              assert.deepEqual(await accessibilityIssues(page), []);
              const overflow = await page.evaluate<number>(
                "document.documentElement.scrollWidth - innerWidth",
              );
              assert.isAtMost(overflow, 0);
            });
          }),
        );
      }
    }
  });
});
