import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { assert, describe, it } from "@effect/vitest";
import { openParaph, type Paraph } from "@paraph/app";
import { type ProjectId, Slug } from "@paraph/core/values";
import { putDatabase } from "@paraph/database/testing/database_folder";
import { Effect } from "effect";
import { afterAll, beforeAll } from "vitest";

import { webHandler, type WebHandler } from "./mod.ts";

const BASE = "https://app.test";
const ADMIN_KEY = "admin-key-of-tests-0123456789abcdef";
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-handler-"));

let paraph: Paraph;
let handle: WebHandler;
let project: ProjectId;
let key: string;

beforeAll(async () => {
  await Effect.runPromise(putDatabase(folder));
  paraph = await openParaph({
    dataDir: folder,
    publicUrl: BASE,
    workerConcurrency: 1,
    logLevel: "None",
  });
  const rateLimit = { requests: 1000, seconds: 60 };
  handle = await paraph.run(webHandler({ maxBodyBytes: 4096, adminKey: ADMIN_KEY, rateLimit }));
  ({ projectId: project } = await paraph.project("acme"));
  ({ key } = await paraph.keys.create({ kind: "project", projectId: project }));
  const variable = { key: "name", label: "Name", dataType: "text", required: true } as const;
  const content = { name: "Badge", manifest: { variables: [variable], loops: [] } };
  await paraph.templates.publish(project, Slug.make("badge"), content);
});
afterAll(async () => {
  await paraph.close();
  fs.rmSync(folder, { recursive: true });
});

const post = (route: string, body: string, bearer: string = key) =>
  handle(
    new Request(`${BASE}${route}`, {
      method: "POST",
      body,
      headers: { authorization: `Bearer ${bearer}` },
    }),
  );

async function jsonOf(response: Response): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = await response.json();
  return body;
}

/** Renders a badge. */
async function renderBadge() {
  const submission = { data: { name: "Ada" }, source: "api" } as const;
  const { render } = await paraph.renders.submit(project, "badge", submission);
  return paraph.renders.wait(project, render.id, "1 minute");
}

describe("webHandler()", () => {
  it("responds like a server", async () => {
    const ready = await handle(new Request(`${BASE}/readyz`));
    assert.strictEqual(ready.status, 200);
    const body = JSON.stringify({ data: { name: "Ada" }, options: { sync: true } });
    const response = await post("/v1/templates/badge/render", body);
    assert.strictEqual(response.status, 200);
    assert.isNotNull(response.headers.get("ratelimit"));
    assert.deepInclude(await jsonOf(response), { status: "succeeded" });
    const provisionBody = JSON.stringify({ externalOrgId: "partner" });
    assert.isTrue((await post("/v1/admin/provision", provisionBody, ADMIN_KEY)).ok);
    const nowhere = await handle(new Request(`${BASE}/nowhere`));
    assert.strictEqual(nowhere.status, 404);
    assert.isNotNull(nowhere.headers.get("x-request-id"));
  });

  it("rejects bodies over its limit", async () => {
    const body = JSON.stringify({ data: { name: "x".repeat(5000) } });
    assert.strictEqual((await post("/v1/templates/badge/render", body)).status, 413);
  });

  it("streams documents and ranges", async () => {
    const { downloadUrl, byteSize } = await renderBadge();
    const full = await handle(new Request(String(downloadUrl)));
    assert.strictEqual((await full.bytes()).length, byteSize);
    const range = { headers: { range: "bytes=0-4" } };
    const part = await handle(new Request(String(downloadUrl), range));
    assert.strictEqual(part.status, 206);
    assert.strictEqual(await part.text(), "%PDF-");
  });

  it("records the address of the framework, and ignores X-Forwarded-For", async () => {
    const { id } = await renderBadge();
    const { value } = await paraph.shares.create(project, id, {});
    const recordView = (address?: string) =>
      handle(
        new Request(`${value.shareUrl}/events`, {
          method: "POST",
          body: JSON.stringify({ eventType: "viewed" }),
          headers: { "content-type": "application/json", "x-forwarded-for": "198.51.100.1" },
        }),
        { address },
      );
    assert.isTrue((await recordView("203.0.113.9")).ok);
    const summary = JSON.stringify(await paraph.engagement.summary(project, id));
    assert.include(summary, "203.0.113.9");
    assert.notInclude(summary, "198.51.100.1");
  });
});
