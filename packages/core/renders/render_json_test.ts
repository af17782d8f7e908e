import { assert, describe, it } from "@effect/vitest";
import { DateTime, Schema } from "effect";

import { RenderId, Slug, TemplateId, TemplateVersionId } from "../values/mod.ts";
import { Render, RenderPage } from "./render.ts";
import { renderJson, renderPageJson } from "./render_json.ts";

const ID = "01900000-0000-7000-8000-00000000000a";
const createdAt = DateTime.makeUnsafe("2026-05-04T03:02:01.5Z");

const queued: Render = {
  warnings: [],
  signingFields: [],
  encryption: null,
  standard: ["pdf/a-3u", "pdf/ua-1"],
  durationMs: null,
  completedAt: null,
  startedAt: null,
  sha256: null,
  byteSize: null,
  pageCount: null,
  errorCode: null,
  filename: "über uns.pdf",
  source: "form",
  batchId: null,
  templateSlug: Slug.make("letter"),
  templateId: TemplateId.make(ID),
  versionNumber: 3,
  templateVersionId: TemplateVersionId.make(ID),
  createdAt,
  errorMessage: null,
  downloadUrl: null,
  pollUrl: `https://paraph.example/v1/renders/${ID}`,
  status: "queued",
  id: RenderId.make(ID),
};

const succeeded: Render = {
  ...queued,
  status: "succeeded",
  startedAt: DateTime.makeUnsafe("2026-05-04T03:02:02Z"),
  completedAt: DateTime.makeUnsafe("2026-05-04T03:02:03.25Z"),
  durationMs: 1250,
  pageCount: 2,
  warnings: [{ path: "layout.schemas.0.0", message: "It has 3 lines" }],
  byteSize: 4711,
  sha256: "a".repeat(64),
  downloadUrl: "https://paraph.example/files/token.pdf",
};

const failed: Render = {
  ...queued,
  status: "failed",
  completedAt: createdAt,
  errorCode: "render_failed",
  errorMessage: 'The image "logo" is missing\n',
};

describe("renderJson()", () => {
  it.each([queued, succeeded, failed])("is the text that the schema encodes: $status", (render) => {
    const expected = JSON.stringify(Schema.encodeSync(Render)(render));
    assert.strictEqual(JSON.stringify(renderJson(render)), expected);
  });

  it.each([
    { renders: [], hasMore: false, nextCursor: null },
    { renders: [succeeded, failed], hasMore: true, nextCursor: ID },
  ])("pages have $renders.length renders", (page) => {
    const expected = JSON.stringify(Schema.encodeSync(RenderPage)(page));
    assert.strictEqual(JSON.stringify(renderPageJson(page)), expected);
  });
});
