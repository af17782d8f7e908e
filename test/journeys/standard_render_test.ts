import { assert, layer } from "@effect/vitest";
import type { ArchiveStandard, StandardSetting } from "@paraph/core/layouts";
import { imageFetcherNone, RenderBatchUpkeep, RenderJob } from "@paraph/core/renders";
import { sharedRenderer } from "@paraph/pdf/testing/shared_renderer";
import { renderBatchWorker, renderWorker } from "@paraph/worker";
import { Effect, Layer, Schedule, Schema } from "effect";

import { apiServer } from "../../packages/http/_testing/api_server.ts";
import { codeOf, fieldsOf, issuePaths } from "../../packages/http/_testing/body.ts";
import {
  EINVOICE_DATA,
  EINVOICE_TEMPLATE,
} from "../../packages/http/_testing/einvoice_template.ts";
import { call } from "../../packages/http/_testing/shared_document.ts";
import { dataUri, PICTURE } from "../../packages/pdf/testing/fixtures.ts";
import { rawPdf } from "../../packages/pdf/testing/raw_pdf.ts";
import { brokenArchiveRules } from "../../packages/pdf/testing/standards/archive_rules.ts";
import { brokenUaRules } from "../../packages/pdf/testing/standards/ua_rules.ts";

const workers = Layer.merge(renderWorker(1), renderBatchWorker).pipe(
  Layer.provide(Layer.merge(RenderJob.layer, RenderBatchUpkeep.layer)),
  Layer.provide(Layer.provide(sharedRenderer, imageFetcherNone)),
);
const server = workers.pipe(Layer.provideMerge(apiServer), Layer.orDie);

const BOX = { position: { x: 20, y: 20 }, width: 120, height: 12, readOnly: true };
const BLANK = { width: 210, height: 297, padding: [20, 20, 20, 20] };
const NAME = { key: "name", label: "Name", dataType: "text", required: true };
const HEAD = { ...BOX, name: "Head", type: "text", content: "Report", heading: 1 };
const TEXT = {
  ...BOX,
  name: "Text",
  type: "text",
  content: "For {name}",
  position: { x: 20, y: 40 },
};
const IMAGE = {
  ...BOX,
  name: "Logo",
  type: "image",
  content: dataUri(PICTURE),
  position: { x: 20, y: 60 },
};

const publish = Effect.fnUntraced(function* (
  slug: string,
  layout: Readonly<Record<string, unknown>>,
) {
  const manifest = { variables: [NAME], loops: [] };
  const body = { name: slug, manifest, layout: { basePdf: BLANK, language: "en", ...layout } };
  const { status, text } = yield* call("PUT", `/v1/templates/${slug}`, body);
  assert.strictEqual(status, 201, text);
});

const submit = (slug: string, options: unknown, data: unknown = { name: "Ada" }, key?: string) =>
  call(
    "POST",
    `/v1/templates/${slug}/render`,
    { data, options },
    key === undefined ? {} : { "idempotency-key": key },
  );

const downloadOf = (id: unknown) =>
  Effect.map(call("GET", `/v1/renders/${String(id)}/download`), ({ bytes }) => bytes);

/** Renders a template; returns the render and its document. */
const render = Effect.fnUntraced(function* (
  slug: string,
  standard: StandardSetting | undefined,
  data?: unknown,
) {
  const options = { sync: true, ...(standard === undefined ? {} : { standard }) };
  const response = yield* submit(slug, options, data);
  assert.strictEqual(fieldsOf(response)["status"], "succeeded", response.text);
  const { id } = fieldsOf(response);
  const stored = fieldsOf(yield* call("GET", `/v1/renders/${String(id)}`));
  assert.deepStrictEqual(stored["standard"], standard ?? null);
  return { id: String(id), bytes: yield* downloadOf(id) };
});

const brokenRules = Effect.fnUntraced(function* (bytes: Uint8Array, archive: ArchiveStandard) {
  return yield* Effect.promise(() => brokenArchiveRules(bytes, archive));
});

const messagesOf = (body: unknown): string => JSON.stringify(body);

layer(server, { excludeTestServices: true })("a render with a standard of its own", (it) => {
  it.effect("conforms to it in place of the one of its layout", () =>
    Effect.gen(function* () {
      yield* publish("plain", { schemas: [[HEAD, TEXT]] });
      const plain = yield* render("plain", undefined);
      assert.isNotEmpty(yield* brokenRules(plain.bytes, "pdf/a-2u"));
      for (const standard of ["pdf/a-2b", "pdf/a-2u", "pdf/a-3b", "pdf/a-3u"] as const)
        assert.deepStrictEqual(
          yield* brokenRules((yield* render("plain", standard)).bytes, standard),
          [],
        );
      const both = yield* render("plain", ["pdf/a-3u", "pdf/ua-1"]);
      assert.deepStrictEqual(yield* brokenRules(both.bytes, "pdf/a-3u"), []);
      assert.deepStrictEqual(yield* Effect.promise(() => brokenUaRules(both.bytes)), []);
      const again = yield* render("plain", ["pdf/ua-1", "pdf/a-3u"]);
      assert.isTrue(Buffer.from(both.bytes).equals(again.bytes));

      yield* publish("archived", { schemas: [[HEAD, TEXT]], standard: "pdf/a-3u" });
      const own = yield* render("archived", undefined);
      const other = yield* render("archived", "pdf/a-2b");
      assert.deepStrictEqual(yield* brokenRules(own.bytes, "pdf/a-3u"), []);
      assert.deepStrictEqual(yield* brokenRules(other.bytes, "pdf/a-2b"), []);
      assert.isNotEmpty(yield* brokenRules(other.bytes, "pdf/a-3u"));
      // Accessible alone is not archivable, and may be encrypted.
      const accessible = yield* render("archived", "pdf/ua-1");
      assert.deepStrictEqual(yield* Effect.promise(() => brokenUaRules(accessible.bytes)), []);
      assert.isNotEmpty(yield* brokenRules(accessible.bytes, "pdf/a-3u"));
      const locked = { standard: "pdf/ua-1", encrypt: { userPassword: "a" }, sync: true };
      assert.strictEqual(fieldsOf(yield* submit("archived", locked))["status"], "succeeded");
    }),
  );

  it.effect("keeps the standard of the first request with its idempotency key", () =>
    Effect.gen(function* () {
      yield* publish("again", { schemas: [[TEXT]] });
      const first = yield* submit("again", { standard: "pdf/a-2b" }, undefined, "once");
      const replay = yield* submit("again", { standard: "pdf/a-3b" }, undefined, "once");
      assert.deepStrictEqual([first.status, replay.status], [202, 200]);
      const { id } = fieldsOf(replay);
      assert.strictEqual(id, fieldsOf(first)["id"]);
      const { standard } = fieldsOf(yield* call("GET", `/v1/renders/${String(id)}`));
      assert.strictEqual(standard, "pdf/a-2b");
    }),
  );

  it.effect("is refused if the standard cannot be promised", () =>
    Effect.gen(function* () {
      yield* publish("picture", { schemas: [[HEAD, TEXT, IMAGE]] });
      const base = rawPdf({ pages: ["/Contents 100 0 R"], objects: { 100: ["", "0 0 0 1 k"] } });
      yield* publish("base", { basePdf: dataUri(base, "application/pdf"), schemas: [[TEXT]] });
      yield* publish("untagged", { schemas: [[HEAD]], tagged: false });
      yield* call("PUT", "/v1/templates/einvoice", EINVOICE_TEMPLATE);
      const before = yield* call("GET", "/v1/renders");
      for (const [slug, standard, reason] of [
        ["picture", "pdf/ua-1", "layout.schemas.0.2.alt: PDF/UA-1 requires an alternative text"],
        ["picture", ["pdf/a-2u", "pdf/ua-1"], "layout.schemas.0.2.alt: PDF/UA-1 requires"],
        ["untagged", "pdf/ua-1", "layout.tagged: PDF/UA-1 requires tags"],
        ["base", "pdf/a-2b", "layout.basePdf: Page 1 contains CMYK colours"],
        ["base", "pdf/ua-1", "layout.basePdf: Documents with pages of a base PDF"],
        ["einvoice", "pdf/a-2u", "An electronic invoice is attached to documents"],
        ["picture", "pdf/a-1b", ""],
        ["picture", [], ""],
        ["picture", ["pdf/a-2b", "pdf/a-3b"], ""],
      ] as const) {
        const data = slug === "einvoice" ? EINVOICE_DATA : undefined;
        const refusal = yield* submit(slug, { standard }, data);
        assert.deepStrictEqual([refusal.status, codeOf(refusal)], [400, "invalid_request"], slug);
        assert.match(issuePaths(refusal).join(), /^options\.standard(\.\d)?$/);
        assert.include(refusal.text, reason);
      }
      const encrypt = { userPassword: "a" };
      const locked = yield* submit("picture", { standard: "pdf/a-2b", encrypt });
      assert.deepStrictEqual(issuePaths(locked), ["options.encrypt"]);
      const items = [{ data: { name: "Ada" } }];
      const batch = { template: "picture", standard: "pdf/ua-1", items };
      const refusedBatch = yield* call("POST", "/v1/renders/batch", batch);
      assert.deepStrictEqual(issuePaths(refusedBatch), ["standard"]);
      const after = yield* call("GET", "/v1/renders");
      assert.strictEqual(messagesOf(after.json), messagesOf(before.json));
    }),
  );

  it.effect("fails if only the data prevents the standard", () =>
    Effect.gen(function* () {
      yield* publish("letters", { schemas: [[TEXT]] });
      const data = { name: "\u{E000}" };
      yield* render("letters", undefined, data);
      const { id } = fieldsOf(yield* submit("letters", { standard: "pdf/a-2b", sync: true }, data));
      const failed = fieldsOf(yield* call("GET", `/v1/renders/${String(id)}`));
      assert.deepStrictEqual([failed["status"], failed["errorCode"]], ["failed", "glyph_missing"]);
    }),
  );

  it.effect("in a batch holds for each of its documents", () =>
    Effect.gen(function* () {
      yield* publish("batch", { schemas: [[HEAD, TEXT]] });
      const items = ["Ada", "Grace"].map((name) => ({ data: { name } }));
      const batch = { template: "batch", standard: "pdf/a-2u", items };
      const { id } = fieldsOf(yield* call("POST", "/v1/renders/batch", batch));
      yield* Effect.repeat(Effect.map(call("GET", `/v1/renders/batches/${String(id)}`), fieldsOf), {
        until: ({ status }) => status === "completed",
        schedule: Schedule.spaced("50 millis"),
      }).pipe(Effect.timeout("1 minute"));
      const list = fieldsOf(yield* call("GET", `/v1/renders?batchId=${String(id)}`));
      const renders = decodeRows(list["renders"]);
      assert.strictEqual(renders.length, 2);
      for (const { id: each } of renders)
        assert.deepStrictEqual(yield* brokenRules(yield* downloadOf(each), "pdf/a-2u"), []);
    }),
  );
});

const decodeRows = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ id: Schema.String })));
