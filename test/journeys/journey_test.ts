import { createHash } from "node:crypto";

import { assert, layer } from "@effect/vitest";
import { Context, Effect, Layer, References, Schedule, Schema } from "effect";
import { HttpServer } from "effect/http";
import { decode } from "fast-png";

import { server } from "../../packages/cli/_programs/serve.ts";
import { send } from "../../packages/http/_testing/http_client.ts";
import { caller, makeDataDir, createProjectKey, settingsOf } from "../support/deployment.ts";
import { coveredInk, pictureOf, renderWithPoppler } from "../support/pdf_pictures.ts";
import { pdfText } from "../support/pdf_text.ts";

/** The server of `paraph serve` on a port, with callers of two projects. */
class Journey extends Context.Service<
  Journey,
  {
    readonly port: number;
    readonly call: ReturnType<typeof caller>;
    readonly callOther: ReturnType<typeof caller>;
  }
>()("@paraph/test/Journey") {}

const running = Layer.unwrap(
  Effect.gen(function* () {
    const settings = yield* settingsOf({ dataDir: yield* makeDataDir });
    return server(settings, { worker: true });
  }),
);

const journey = Layer.effect(
  Journey,
  Effect.gen(function* () {
    const { address } = yield* HttpServer.HttpServer;
    const port = "port" in address ? address.port : 0;
    const call = caller(port, yield* createProjectKey);
    return { port, call, callOther: caller(port, yield* createProjectKey) };
  }),
).pipe(Layer.provide(running), Layer.provide(Layer.succeed(References.MinimumLogLevel, "Warn")));

const LETTER = {
  name: "Letter",
  manifest: {
    variables: [
      { key: "customer.name", label: "Customer", dataType: "text", required: true },
      { key: "total", label: "Total", dataType: "currency", format: "currency:EUR" },
      { key: "logo", label: "Logo", dataType: "image" },
    ],
    loops: [
      {
        key: "items",
        label: "Items",
        itemFields: [{ key: "title", label: "Title", dataType: "text" }],
      },
    ],
  },
};
const DATA = {
  customer: { name: "Ada Lovelace" },
  total: "1234.50",
  items: [{ title: "Analytical engine" }, { title: "Gießkanne" }],
};

interface RenderBody {
  readonly id: string;
  readonly status: string;
  readonly pollUrl: string;
  readonly downloadUrl: string | null;
  readonly versionNumber: number;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly sha256: string | null;
  readonly byteSize: number | null;
  readonly pageCount: number | null;
}
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a wrong type fails the test
const bodyOf = ({ json }: { readonly json: unknown }) => json as RenderBody;

const PublishResponse = Schema.Struct({ currentVersionNumber: Schema.Int });
const Events = Schema.Struct({
  events: Schema.Array(
    Schema.Struct({ type: Schema.String, data: Schema.Record(Schema.String, Schema.Unknown) }),
  ),
});
const Page = Schema.Struct({
  renders: Schema.Array(Schema.Struct({ id: Schema.String })),
  nextCursor: Schema.NullOr(Schema.String),
  hasMore: Schema.Boolean,
});

/** Publishes under a slug; returns the new version number. */
const publish = Effect.fnUntraced(function* (slug: string, change: object = {}) {
  const { call } = yield* Journey;
  const response = yield* call("PUT", `/v1/templates/${slug}`, { ...LETTER, ...change });
  return Schema.decodeUnknownSync(PublishResponse)(response.json).currentVersionNumber;
});

const submit = Effect.fnUntraced(function* (
  slug: string,
  body: object,
  headers?: Record<string, string>,
) {
  const { call } = yield* Journey;
  return yield* call("POST", `/v1/templates/${slug}/render`, { data: DATA, ...body }, headers);
});

/** Polls a render until it has ended. */
const waitForRender = Effect.fnUntraced(function* ({ pollUrl }: Pick<RenderBody, "pollUrl">) {
  const { call } = yield* Journey;
  return yield* call("GET", new URL(pollUrl).pathname).pipe(
    Effect.map(bodyOf),
    Effect.repeat({
      until: ({ status }) => status === "succeeded" || status === "failed",
      schedule: Schedule.spaced("20 millis"),
    }),
    Effect.timeout("2 minutes"),
  );
});

const renderToEnd = Effect.fnUntraced(function* (slug: string, body: object = {}) {
  return yield* waitForRender(bodyOf(yield* submit(slug, body)));
});

/** Downloads the document at a render's public URL, without a key. */
const download = Effect.fnUntraced(function* ({ downloadUrl }: RenderBody) {
  const { port } = yield* Journey;
  return yield* send(port, { path: new URL(downloadUrl ?? "").pathname });
});

layer(journey, { excludeTestServices: true, timeout: "2 minutes" })("a journey", (it) => {
  it.effect("publish, render, poll and download a PDF with the data", () =>
    Effect.gen(function* () {
      const { call } = yield* Journey;
      assert.strictEqual(yield* publish("letter"), 1);
      const submission = yield* submit("letter", { options: { filename: "Brief" } });
      assert.strictEqual(submission.status, 202);
      assert.deepInclude(submission.json, {
        status: "queued",
        downloadUrl: null,
        versionNumber: 1,
      });
      const render = yield* waitForRender(bodyOf(submission));
      assert.strictEqual(render.status, "succeeded", render.errorMessage ?? "");
      const response = yield* download(render);
      assert.strictEqual(response.status, 200);
      assert.strictEqual(response.headers["content-type"], "application/pdf");
      assert.include(response.headers["content-disposition"] ?? "", "Brief.pdf");
      assert.strictEqual(response.bytes.length, render.byteSize);
      assert.strictEqual(createHash("sha256").update(response.bytes).digest("hex"), render.sha256);
      const pages = yield* pdfText(response.bytes);
      assert.strictEqual(pages.length, render.pageCount);
      for (const text of ["Ada Lovelace", "€1,234.50", "Analytical engine", "Gießkanne"]) {
        assert.include(pages.join("\n"), text);
      }
      const inline = yield* call("GET", `/v1/embed/renders/${render.id}/download`);
      assert.isTrue(inline.bytes.equals(response.bytes));
    }),
  );

  it.effect("a page of a render is an image of it", () =>
    Effect.gen(function* () {
      const { call, callOther } = yield* Journey;
      yield* publish("pictured");
      const { id, pageCount, ...render } = yield* renderToEnd("pictured");
      const path = `/v1/renders/${id}/pages`;
      const image = yield* call("GET", `${path}/1.png?width=794`);
      assert.strictEqual(image.status, 200);
      assert.strictEqual(image.headers["content-type"], "image/png");
      const { width, height, data } = decode(image.bytes);
      assert.deepStrictEqual([width, height], [794, 1123]);
      const grey = Uint8Array.from({ length: width * height }, (_, index) => data[index * 3] ?? 0);
      const { bytes } = yield* download({ id, pageCount, ...render });
      const [expected] = renderWithPoppler(bytes, 96) ?? [];
      if (expected !== undefined) {
        const picture = pictureOf({ width, height, grey });
        assert.isAbove(coveredInk(expected, picture), 0.98);
        assert.isAbove(coveredInk(picture, expected), 0.98);
      }
      assert.strictEqual(decode((yield* call("GET", `${path}/1.png`)).bytes).width, 800);
      const etag = { "if-none-match": image.headers["etag"] ?? "" };
      const unchanged = yield* call("GET", `${path}/1.png?width=794`, undefined, etag);
      assert.strictEqual(unchanged.status, 304);
      const missing = [`${path}/0.png`, `${path}/${(pageCount ?? 0) + 1}.png`, `${path}/x.png`];
      for (const other of missing) assert.strictEqual((yield* call("GET", other)).status, 404);
      assert.strictEqual((yield* callOther("GET", `${path}/1.png`)).status, 404);
    }),
  );

  it.effect("publishing again leaves earlier renders unchanged with their pinned version", () =>
    Effect.gen(function* () {
      const { call } = yield* Journey;
      yield* publish("pinned");
      const first = yield* renderToEnd("pinned");
      const before = yield* download(first);
      assert.strictEqual(yield* publish("pinned", { name: "Another letter" }), 2);
      assert.isTrue((yield* download(first)).bytes.equals(before.bytes));
      const now = yield* call("GET", `/v1/renders/${first.id}`);
      assert.deepStrictEqual(bodyOf(now), first);
      const second = yield* renderToEnd("pinned");
      assert.strictEqual(second.versionNumber, 2);
      assert.include((yield* pdfText((yield* download(second)).bytes)).join(), "Another letter");
      const old = yield* renderToEnd("pinned", { options: { versionNumber: 1 } });
      assert.strictEqual(old.versionNumber, 1);
      assert.strictEqual(old.sha256, first.sha256);
      const unknown = yield* submit("pinned", { options: { versionNumber: 3 } });
      assert.strictEqual(unknown.status, 404);
      assert.include(unknown.text, "version_not_found");
    }),
  );

  it.effect("the same version and data give byte-identical PDFs", () =>
    Effect.gen(function* () {
      yield* publish("same");
      const renders = yield* Effect.all(
        [renderToEnd("same"), renderToEnd("same"), renderToEnd("same")],
        { concurrency: 3 },
      );
      assert.strictEqual(new Set(renders.map(({ id }) => id)).size, 3);
      assert.strictEqual(new Set(renders.map(({ sha256 }) => sha256)).size, 1);
      const [one, other] = [yield* download(renders[0]), yield* download(renders[1])];
      assert.isTrue(one.bytes.equals(other.bytes));
    }),
  );

  it.effect("sync responds when the render has ended", () =>
    Effect.gen(function* () {
      yield* publish("sync");
      const response = yield* submit("sync", { options: { sync: true } });
      assert.strictEqual(response.status, 200);
      assert.strictEqual(bodyOf(response).status, "succeeded");
      assert.strictEqual((yield* download(bodyOf(response))).status, 200);
    }),
  );

  it.effect("warns of text that does not fit, at publication and in every form of the render", () =>
    Effect.gen(function* () {
      const { call } = yield* Journey;
      const box = { type: "text", position: { x: 20, y: 20 }, width: 100, height: 5, fontSize: 12 };
      const layout = {
        basePdf: { width: 210, height: 297, padding: [20, 20, 20, 20] },
        schemas: [
          [
            { ...box, name: "note", content: "one\ntwo" },
            { ...box, name: "customer.name" },
          ],
        ],
      };
      const path = "/v1/templates/overflowing";
      const publication = yield* call("PUT", path, { ...LETTER, layout });
      const note = {
        path: "layout.schemas.0.0",
        message: 'The text of "note" has 2 lines, but its box has space for 1',
      };
      const name = {
        path: "layout.schemas.0.1",
        message: 'The text of "customer.name" has 3 lines, but its box has space for 1',
      };
      assert.deepNestedPropertyVal(publication, "json.warnings", [note]);
      const data = { customer: { name: "a\nb\nc" } };
      const response = yield* call("POST", `${path}/render`, {
        data: { ...data, other: 1 },
        options: { sync: true },
      });
      assert.deepNestedPropertyVal(response, "json.warnings", [
        { path: "data.other", message: "Not in the manifest" },
        note,
        name,
      ]);
      const { id } = bodyOf(response);
      const render = yield* call("GET", `/v1/renders/${id}`);
      assert.deepNestedPropertyVal(render, "json.warnings", [note, name]);
      // Events appear when no earlier transaction is open.
      const event = yield* call("GET", "/v1/events?limit=100").pipe(
        Effect.flatMap(({ json }) =>
          Effect.fromNullishOr(
            Schema.decodeUnknownSync(Events)(json).events.find(
              ({ type, data: own }) => type === "render.succeeded" && own["id"] === id,
            ),
          ),
        ),
        Effect.retry(Schedule.spaced("20 millis")),
        Effect.timeout("1 minute"),
      );
      assert.deepEqual(event.data["warnings"], [note, name]);
    }),
  );

  it.effect(
    "a jobId or Idempotency-Key replays the first render in its current state; the header wins",
    () =>
      Effect.gen(function* () {
        yield* publish("replay");
        yield* publish("replay-2");
        const first = yield* submit("replay", { jobId: "order-1" });
        assert.strictEqual(first.status, 202);
        const { id } = yield* waitForRender(bodyOf(first));
        const replays = [
          yield* submit("replay", { jobId: "order-1" }),
          yield* submit("replay", {}, { "idempotency-key": "order-1" }),
          yield* submit("replay", { jobId: "order-2" }, { "idempotency-key": "order-1" }),
          // Even if the replayed request itself would be refused.
          yield* submit("replay", { jobId: "order-1", data: {} }),
        ];
        for (const replay of replays) {
          assert.strictEqual(replay.status, 200);
          assert.deepInclude(bodyOf(replay), { id, status: "succeeded" });
        }
        const others = [
          yield* submit("replay", { jobId: "order-2" }),
          yield* submit("replay-2", { jobId: "order-1" }),
        ];
        for (const other of others) {
          assert.strictEqual(other.status, 202);
          assert.notStrictEqual(bodyOf(other).id, id);
        }
      }),
  );

  it.effect("an image that cannot be read fails the render with image_unreadable", () =>
    Effect.gen(function* () {
      const { call } = yield* Journey;
      yield* publish("image");
      // A PNG of one pixel that is cut off after its head.
      const logo = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ";
      const render = yield* renderToEnd("image", { data: { ...DATA, logo } });
      assert.deepInclude(render, {
        status: "failed",
        errorCode: "image_unreadable",
        downloadUrl: null,
        sha256: null,
        pageCount: null,
      });
      assert.isString(render.errorMessage);
      const inline = yield* call("GET", `/v1/embed/renders/${render.id}/download`);
      assert.strictEqual(inline.status, 404);
    }),
  );

  it.effect("deleting a template keeps its renders and refuses new ones", () =>
    Effect.gen(function* () {
      const { call } = yield* Journey;
      yield* publish("doomed");
      const render = yield* renderToEnd("doomed");
      const deletion = yield* call("DELETE", "/v1/templates/doomed");
      assert.strictEqual(deletion.status, 200);
      assert.strictEqual((yield* download(render)).status, 200);
      assert.deepStrictEqual(bodyOf(yield* call("GET", `/v1/renders/${render.id}`)), render);
      const response = yield* submit("doomed", {});
      assert.strictEqual(response.status, 404);
      assert.include(response.text, "template_not_found");
      assert.strictEqual(yield* publish("doomed"), 1);
    }),
  );

  it.effect("the list pages through every render once, and filters by template and status", () =>
    Effect.gen(function* () {
      const { call } = yield* Journey;
      yield* publish("listed");
      const expectedRenders = yield* Effect.all(
        Array.from({ length: 7 }, () => renderToEnd("listed")),
        { concurrency: 7 },
      );
      const ids: Array<string> = [];
      let cursor = "";
      let pages = 0;
      do {
        const query = `limit=3&template=listed&status=succeeded${cursor}`;
        const { json } = yield* call("GET", `/v1/renders?${query}`);
        const { renders, nextCursor, hasMore } = Schema.decodeUnknownSync(Page)(json);
        assert.strictEqual(hasMore, nextCursor !== null);
        ids.push(...renders.map(({ id }) => id));
        cursor = nextCursor === null ? "" : `&cursor=${encodeURIComponent(nextCursor)}`;
        pages += 1;
      } while (cursor !== "");
      assert.strictEqual(pages, 3);
      const newestFirst = expectedRenders
        .map(({ id }) => id)
        .toSorted()
        .toReversed();
      assert.deepStrictEqual(ids, newestFirst);
      const failedPage = yield* call("GET", "/v1/renders?template=listed&status=failed");
      assert.deepStrictEqual(failedPage.json, { renders: [], nextCursor: null, hasMore: false });
    }),
  );

  it.effect("another project's key gets the same response as for an unknown id", () =>
    Effect.gen(function* () {
      const { callOther } = yield* Journey;
      yield* publish("private");
      const { id } = yield* renderToEnd("private");
      const unknownId = "01900000-0000-7000-8000-000000000000";
      for (const [real, unreal] of [
        [`/v1/renders/${id}`, `/v1/renders/${unknownId}`],
        [`/v1/embed/renders/${id}/download`, `/v1/embed/renders/${unknownId}/download`],
        ["/v1/templates/private", "/v1/templates/unknown"],
        ["/v1/templates/private/versions", "/v1/templates/unknown/versions"],
      ] as const) {
        const [theirs, nothing] = [yield* callOther("GET", real), yield* callOther("GET", unreal)];
        assert.strictEqual(theirs.status, 404);
        assert.strictEqual(theirs.text, nothing.text);
      }
      const submission = yield* callOther("POST", "/v1/templates/private/render", { data: DATA });
      assert.strictEqual(submission.status, 404);
      const deletion = yield* callOther("DELETE", "/v1/templates/private");
      assert.strictEqual(deletion.status, 404);
      const list = yield* callOther("GET", "/v1/renders?template=private");
      assert.deepStrictEqual(list.json, { renders: [], nextCursor: null, hasMore: false });
    }),
  );
});
