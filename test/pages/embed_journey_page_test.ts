import { assert, describe, layer } from "@effect/vitest";
import { Effect, Layer } from "effect";
import { PDFDocument } from "pdf-lib";
import type { Locator } from "playwright-core";

import { ApiServer } from "../../packages/http/_testing/api_server.ts";
import { fieldsOf } from "../../packages/http/_testing/body.ts";
import { send } from "../../packages/http/_testing/http_client.ts";
import { CHROMIUM, Chromium } from "../support/browser.ts";
import { type BuilderVisit, defineVariable, visitBuilder } from "../support/builder_visit.ts";
import { serverWithWorker } from "../support/embed_visit.ts";
import { type PlacedText, placedText } from "../support/pdf_text.ts";
import { accessibilityIssuesIn } from "./accessibility.ts";

/** The edited page. */
const paperIn = ({ builder }: BuilderVisit) =>
  builder.getByRole("group", { name: /^Page 1 of/u }).first();

const fieldIn = ({ builder }: BuilderVisit, name: string) =>
  builder.locator(`.selectable[title='${name}']`);

/** Drags a variable onto the page with the mouse; returns where it is dropped, in millimetres. */
async function dragOnto(visit: BuilderVisit, label: string, width: number): Promise<Place> {
  const paper = paperIn(visit);
  const box = await boxOf(paper);
  const targetPosition = { x: box.width * 0.3, y: box.width * 0.4 };
  const item = visit.builder.getByRole("button", { name: new RegExp(`^\\S+ ${label} `, "u") });
  await item.dragTo(paper, { targetPosition });
  return { x: width * 0.3, y: width * 0.4 };
}

/** In millimetres from the top left. */
interface Place {
  readonly x: number;
  readonly y: number;
}

async function boxOf(locator: Locator) {
  await locator.waitFor();
  return (await locator.boundingBox()) ?? assert.fail("It is not to be seen");
}

/** Saves and publishes changes; returns the document of these data. */
const publishAndRender = Effect.fnUntraced(function* (visit: BuilderVisit, data: object) {
  const { port } = yield* ApiServer;
  const { builder, waitForMessage, callApi } = visit;
  const { slug } = yield* Effect.promise(async () => {
    await builder.getByRole("button", { name: "Preview" }).click();
    await builder
      .getByRole("group", { name: /^Page 1 of/u })
      .locator("canvas")
      .waitFor();
    assert.deepEqual(await accessibilityIssuesIn(visit.frame(), []), []);
    await visit.page.keyboard.press("Escape");
    await builder.getByRole("button", { name: "Save" }).click();
    await builder.getByText("All changes saved").waitFor();
    await builder.getByRole("button", { name: "Publish" }).click();
    return waitForMessage("paraph:published");
  });
  const body = { data, options: { sync: true } };
  const render = yield* callApi("POST", `/v1/templates/${String(slug)}/render`, body);
  assert.propertyVal(render, "status", "succeeded");
  const { pathname } = new URL(String(render["downloadUrl"]));
  return yield* placedText((yield* send(port, { path: pathname })).bytes);
});

/** The distance of the drag handle from the start of a variable, in millimetres. */
const GRIP = 5;

/** Asserts that a text is printed at a position of the first page, within the height of its letters. */
function assertPrinted(texts: ReadonlyArray<PlacedText>, expected: string, { x, y }: Place): void {
  const match = texts.find(({ text }) => text === expected) ?? assert.fail(JSON.stringify(texts));
  assert.strictEqual(match.page, 1);
  assert.closeTo(match.x, x, 1);
  assert.closeTo(match.y, y, 2.5);
}

const suite = describe.skipIf(CHROMIUM === undefined);
suite("A template that is designed with the mouse", () => {
  layer(Layer.merge(serverWithWorker, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect("prints data where it was dropped, bound and resized", () =>
      Effect.gen(function* () {
        const visit = yield* visitBuilder(() => Effect.succeed({ scope: { mode: "create" } }));
        const { builder, page, pageErrors } = visit;
        const { dropped, sized } = yield* Effect.promise(async () => {
          await defineVariable(visit, "Customer");
          await defineVariable(visit, "Amount");
          const dropPoint = await dragOnto(visit, "Customer", 210);
          await fieldIn(visit, "customer").waitFor();
          await builder.getByText("Filled by").waitFor();
          // A field that exists before its variable.
          await builder.getByRole("tab", { name: "Fields" }).click();
          await builder.getByRole("button", { name: "Place Text" }).click();
          await builder.getByText("Same in every document").waitFor();
          await builder.getByRole("button", { name: "Fill with…" }).click();
          const dialog = builder.getByRole("dialog", { name: "Fill with…" });
          assert.deepEqual(await accessibilityIssuesIn(visit.frame(), []), []);
          await dialog.getByRole("button", { name: "Amount" }).click();
          await fieldIn(visit, "amount").waitFor();
          const before = await boxOf(fieldIn(visit, "amount"));
          const handle = await boxOf(builder.locator(".handle.is-se"));
          await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
          await page.mouse.down();
          await page.mouse.move(handle.x + 60, handle.y + 30, { steps: 5 });
          await page.mouse.up();
          const after = await boxOf(fieldIn(visit, "amount"));
          assert.isAbove(after.width, before.width + 30);
          assert.isAbove(after.height, before.height + 10);
          const paper = await boxOf(paperIn(visit));
          const millimetre = paper.width / 210;
          const x = (after.x - paper.x) / millimetre;
          const y = (after.y + after.height / 2 - paper.y) / millimetre;
          return { dropped: dropPoint, sized: { x, y } };
        });
        const texts = yield* publishAndRender(visit, { customer: "Ada Lovelace", amount: "1843" });
        assertPrinted(texts, "Ada Lovelace", { x: dropped.x - GRIP, y: dropped.y });
        // In the middle of the enlarged box.
        assertPrinted(texts, "1843", sized);
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("prints data on top of a PDF that was uploaded", () =>
      Effect.gen(function* () {
        const visit = yield* visitBuilder(() => Effect.succeed({ scope: { mode: "create" } }));
        const { builder, pageErrors } = visit;
        const letterhead = yield* Effect.promise(async () => {
          const pdf = await PDFDocument.create();
          for (const text of ["Letterhead", "Terms"]) {
            pdf.addPage([419.53, 595.28]).drawText(text, { x: 72, y: 500, size: 20 });
          }
          return Buffer.from(await pdf.save());
        });
        const dropPoint = yield* Effect.promise(async () => {
          await defineVariable(visit, "Customer");
          await builder.getByRole("tab", { name: "Page" }).click();
          const file = { name: "head.pdf", mimeType: "application/pdf", buffer: letterhead };
          await builder.locator("#base-file").setInputFiles(file);
          await builder.getByText("PDF of 2 pages").waitFor();
          assert.deepEqual(await accessibilityIssuesIn(visit.frame(), []), []);
          await builder.getByRole("tab", { name: "Data" }).click();
          const dropPoint = await dragOnto(visit, "Customer", 148);
          await fieldIn(visit, "customer").waitFor();
          return dropPoint;
        });
        const texts = yield* publishAndRender(visit, { customer: "Ada Lovelace" });
        assertPrinted(texts, "Ada Lovelace", { x: dropPoint.x - GRIP, y: dropPoint.y });
        assertPrinted(texts, "Letterhead", { x: 25.4, y: (595.28 - 500) / (72 / 25.4) });
        assert.strictEqual(texts.find(({ text }) => text === "Terms")?.page, 2);
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("offers only permitted actions, and the server refuses the others", () =>
      Effect.gen(function* () {
        const template = { id: "" };
        const visit = yield* visitBuilder((call) =>
          Effect.gen(function* () {
            const response = yield* call("POST", TEMPLATES, { documentTemplate: DRAFT });
            template.id = String(fieldsOf({ json: response["documentTemplate"] })["_id"]);
            yield* call("POST", `${TEMPLATES}/${template.id}/publish`);
            return { scope: { mode: "edit", templateExternalId: template.id } };
          }),
        );
        const scope = { mode: "edit", templateExternalId: template.id };
        assert.deepEqual(yield* Effect.promise(() => offersOf(visit)), RIGHTS);
        for (const right of RIGHTS) {
          yield* visit.open({ scope, permissions: { [right]: false } });
          const offers = yield* Effect.promise(() => offersOf(visit));
          const grants = permissionsIn(visit.frame().url());
          assert.notInclude(grants, right);
          assert.isNotEmpty(grants);
          assert.deepEqual(offers, grants);
          const [method, path, body] = PERMISSION_REQUESTS[right];
          const request = [
            method,
            path.replace("{id}", template.id),
            JSON.stringify(body),
          ] as const;
          const response = yield* Effect.promise(() => visit.frame().evaluate(ask, request));
          assert.deepEqual(response, [403, "permission_denied"], right);
        }
        const { documentTemplate, currentVersionNumber } = yield* visit.callApi(
          "GET",
          `${TEMPLATES}/${template.id}`,
        );
        assert.nestedPropertyVal(documentTemplate, "name", DRAFT.name);
        assert.strictEqual(currentVersionNumber, 2);
      }),
    );
  });
});

const TEMPLATES = "/v1/embed/builder/templates";
const DRAFT = {
  name: "Greeting",
  layout: {
    basePdf: { width: 210, height: 297, padding: [20, 20, 20, 20] },
    schemas: [
      [
        {
          name: "Text",
          type: "text",
          readOnly: true,
          content: "Hello",
          position: { x: 20, y: 40 },
          width: 100,
          height: 8,
        },
      ],
    ],
  },
};

type Right = "saveDraft" | "publish" | "rename" | "delete" | "rollback" | "preview";
const RIGHTS: ReadonlyArray<Right> = [
  ...(["saveDraft", "publish", "rename", "delete", "rollback", "preview"] as const),
];

/** The request for each permission, sent without the page. */
const PERMISSION_REQUESTS: Readonly<Record<Right, readonly [string, string, object]>> = {
  saveDraft: ["PUT", `${TEMPLATES}/{id}`, { documentTemplate: DRAFT }],
  publish: ["POST", `${TEMPLATES}/{id}/publish`, {}],
  rename: ["PUT", `${TEMPLATES}/{id}`, { documentTemplate: { ...DRAFT, name: "Other" } }],
  delete: ["DELETE", `${TEMPLATES}/{id}`, {}],
  rollback: ["POST", `${TEMPLATES}/{id}/rollback`, { versionNumber: 1 }],
  preview: ["POST", "/v1/embed/builder/preview", { layout: DRAFT.layout }],
};

/** Sends a request with the token of its page. */
async function ask([method, path, body]: readonly [string, string, string]) {
  const token = new URLSearchParams(location.hash.slice(1)).get("token") ?? "";
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const payload = method === "DELETE" ? {} : { body };
  const response = await fetch(path, { method, headers, ...payload });
  const { error } = await response.json();
  return [response.status, error.code ?? error];
}

/** The permissions of the token in a URL; some include others. */
function permissionsIn(address: string): ReadonlyArray<Right> {
  const [, claims = ""] = new URL(address).hash.split(".");
  const json: unknown = JSON.parse(Buffer.from(claims, "base64url").toString());
  const permissions = fieldsOf({ json: fieldsOf({ json })["permissions"] });
  return RIGHTS.filter((right) => permissions[right] === true);
}

/** The permissions that the page offers. */
async function offersOf({ builder, page }: BuilderVisit): Promise<ReadonlyArray<Right>> {
  const isThere = async (role: "button" | "menuitem", name: string) =>
    (await builder.getByRole(role, { name, exact: true }).count()) > 0;
  const top = {
    saveDraft: await isThere("button", "Save"),
    publish: await isThere("button", "Publish"),
    preview: await isThere("button", "Preview"),
    rename: await builder.getByLabel("Name of the template").isEditable(),
  };
  await builder.getByRole("button", { name: "More actions" }).click();
  const remove = await isThere("menuitem", "Delete template…");
  await builder.getByRole("menuitem", { name: "Versions…" }).click();
  await builder.getByText("Version 1", { exact: true }).waitFor();
  const rollback = await isThere("button", "Restore");
  await page.keyboard.press("Escape");
  const actions = { ...top, delete: remove, rollback };
  return RIGHTS.filter((right) => actions[right]);
}
