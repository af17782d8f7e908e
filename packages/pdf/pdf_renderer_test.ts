import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { promisify } from "node:util";

import { assert, describe, it, layer } from "@effect/vitest";
import { AssetReader, LayoutCompiler } from "@paraph/core/layouts";
import { type Manifest } from "@paraph/core/manifests";
import { PageRasterizer, type RenderInput, PdfRenderer } from "@paraph/core/renders";
import { imageFetcherNone } from "@paraph/core/renders";
import { TemplateVersionId } from "@paraph/core/values";
import { imageFetcherHttp } from "@paraph/integrations/images";
import { Effect, Layer, Option } from "effect";

import { pdfRenderer } from "./pdf_renderer.ts";
import {
  dataOf,
  dataUri,
  designOf,
  drawingOf,
  field,
  layoutOf,
  manifestOf,
  PICTURE,
  rowsOf,
} from "./testing/fixtures.ts";
import { contentBomb, deepTree, treeBomb } from "./testing/pdf_bombs.ts";
import { rawPdf } from "./testing/raw_pdf.ts";

const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const LOGO: Manifest["variables"] = [
  { key: "logo", label: "Logo", dataType: "image", required: false },
];
const CIRCLE = `<svg viewBox="0 0 9 9"><circle cx="4" cy="4" r="4" fill="red"/></svg>`;
const textOf = (text: string) => drawingOf(designOf(text));
const withLogo = (logo: string) =>
  drawingOf({
    layout: layoutOf(field({ name: "logo", type: "image" })),
    manifest: manifestOf(LOGO),
    data: dataOf({ logo }),
  });

layer(Layer.provide(pdfRenderer({ threads: 2 }), imageFetcherHttp({ allowPrivateNetwork: true })), {
  timeout: "2 minutes",
})("pdfRenderer", (it) => {
  it.effect("renders the same bytes on every thread and in every process", () =>
    Effect.gen(function* () {
      const renderer = yield* PdfRenderer;
      const drawing = textOf("Office\u00a0space مرحبا 你好 שלום");
      const documents = yield* Effect.forEach(
        Array.from({ length: 6 }, (_, index) => index),
        (offset) =>
          renderer.render(offset % 3 === 2 ? textOf(`Other space, ﬁne ${offset}`) : drawing),
        { concurrency: 4 },
      );
      const own = new Set(
        [0, 1, 3, 4].map((offset) => hash(documents[offset]?.bytes ?? new Uint8Array())),
      );
      assert.strictEqual(own.size, 1);
      assert.include([...own], yield* Effect.promise(() => drawElsewhere(drawing)));
    }),
  );

  it.effect("renders fields of pdfme, which threads load on demand", () =>
    Effect.gen(function* () {
      const renderer = yield* PdfRenderer;
      const square = { width: 20, height: 20, color: "#000000" };
      const drawing = drawingOf({
        layout: layoutOf(
          field({ ...square, name: "text", type: "qrcode" }),
          field({ ...square, name: "box", type: "checkbox", content: "true" }),
          field({ ...square, name: "choice", type: "radioGroup", content: "true", group: "a" }),
          field({ ...square, name: "mark", type: "circleMark", content: "true" }),
          field({ ...square, name: "text", type: "code128" }),
          field({ ...square, name: "drawing", type: "svg", content: CIRCLE }),
        ),
        manifest: manifestOf(),
        data: dataOf({ text: "https://example.com" }),
      });
      const document = yield* renderer.render(drawing);
      assert.strictEqual(hash(document.bytes), yield* Effect.promise(() => drawElsewhere(drawing)));
    }),
  );

  it.effect("renders compiled versions, and compiles those of another engine again", () =>
    Effect.gen(function* () {
      const renderer = yield* PdfRenderer;
      const { version } = textOf("Compiled");
      const { data } = designOf("Compiled");
      const source = yield* version.source;
      const compiledLayout = yield* (yield* LayoutCompiler).compile(source);
      const documents = yield* Effect.forEach(
        [compiledLayout, null, { engine: "other", bytes: new Uint8Array([1]) }],
        (compiledVariant, index) => {
          // A separate version each, because threads cache versions by id.
          const id = TemplateVersionId.make(`00000000-0000-7000-8000-00000000000${index}`);
          return renderer.render({ version: { ...version, id, compiled: compiledVariant }, data });
        },
      );
      assert.strictEqual(new Set(documents.map(({ bytes }) => hash(bytes))).size, 1);
      const layout = layoutOf(field({ type: "hologram" }));
      const failure = yield* renderer
        .render(drawingOf({ ...source, layout, data }))
        .pipe(Effect.flip);
      assert.deepInclude(failure, { _tag: "render_fault", code: "render_failed" });
    }),
  );

  it.effect("reports problems of the data", () =>
    Effect.gen(function* () {
      const renderer = yield* PdfRenderer;
      const { warnings } = yield* renderer.render(textOf("\u{10400}"));
      assert.deepInclude(warnings[0], { path: "layout.schemas.0.0" });
      const image = yield* renderer
        .render(withLogo(dataUri(PICTURE.subarray(0, 40))))
        .pipe(Effect.flip);
      assert.deepInclude(image, { _tag: "render_fault", code: "image_unreadable" });
    }),
  );

  it.effect("fetches images by URL", () =>
    Effect.gen(function* () {
      const renderer = yield* PdfRenderer;
      const server = createServer((request, response) =>
        response.end(request.url === "/logo.png" ? PICTURE : "text"),
      );
      const port = yield* Effect.callback<number>((resume) => {
        server.listen(0, "127.0.0.1", () => {
          const address = server.address();
          resume(
            Effect.succeed(typeof address === "object" && address !== null ? address.port : 0),
          );
        });
      });
      const urlDocument = yield* renderer.render(withLogo(`http://127.0.0.1:${port}/logo.png`));
      const embeddedDocument = yield* renderer.render(withLogo(dataUri(PICTURE)));
      assert.strictEqual(hash(urlDocument.bytes), hash(embeddedDocument.bytes));
      const failure = yield* renderer
        .render(withLogo(`http://127.0.0.1:${port}/text`))
        .pipe(Effect.flip);
      assert.deepInclude(failure, { code: "image_unreadable" });
      server.close();
    }),
  );

  it.effect("reads pages and images, and reports why they are unreadable", () =>
    Effect.gen(function* () {
      const renderer = yield* PdfRenderer;
      const reader = yield* AssetReader;
      const { bytes } = yield* renderer.render(textOf("one page"));
      const {
        pages: [page],
      } = yield* reader.basePdf(bytes);
      assert.closeTo(page?.width ?? 0, 210, 0.01);
      assert.deepStrictEqual(yield* reader.image(PICTURE), { format: "png", width: 2, height: 2 });
      assert.strictEqual(
        (yield* reader.basePdf(PICTURE).pipe(Effect.flip)).message,
        "The PDF is damaged",
      );
      assert.strictEqual(
        (yield* reader.image(bytes).pipe(Effect.flip)).message,
        "It is neither PNG nor JPEG",
      );
    }),
  );

  it.effect("draws pages, and survives damaged and hostile documents", () =>
    Effect.gen(function* () {
      const { draw } = yield* PageRasterizer;
      const page = { page: 1, width: 100, maxPixels: 20_000 };
      const { bytes } = yield* (yield* PdfRenderer).render(textOf("one page"));
      const first = yield* draw(bytes, page);
      assert.isTrue(Option.isSome(first));
      assert.isTrue(Option.isNone(yield* draw(bytes, { ...page, page: 2 })));
      for (let end = 0; end < bytes.length; end += Math.ceil(bytes.length / 15)) {
        const damaged = bytes.slice();
        damaged.fill(0x20, end, end + 40);
        yield* Effect.ignore(draw(damaged, page));
        yield* Effect.ignore(draw(bytes.slice(0, end), page));
      }
      for (const bomb of [contentBomb, treeBomb, deepTree]) {
        yield* Effect.ignore(draw(bomb(), page));
      }
      const high = rawPdf({ pages: ["/MediaBox[0 0 1 14400]"] });
      assert.strictEqual((yield* Effect.flip(draw(high, page)))._tag, "image_too_large");
      assert.strictEqual(
        (yield* Effect.flip(draw(PICTURE, page))).message,
        "The page cannot be drawn. The file is damaged",
      );
      assert.deepStrictEqual(yield* draw(bytes, page), first);
    }),
  );
});

describe("renderInto()", () => {
  it.live("writes a document to a new file, or returns it", () =>
    Effect.gen(function* () {
      const { render, renderInto } = yield* PdfRenderer;
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => fs.mkdtempSync(path.join(tmpdir(), "paraph-test-"))),
        (name) => Effect.sync(() => fs.rmSync(name, { recursive: true })),
      );
      const file = path.join(folder, "a.pdf");
      const written = yield* renderInto(file, textOf("hello"));
      const { bytes, ...facts } = yield* render(textOf("hello"));
      assert.deepStrictEqual(written, { ...facts, byteSize: bytes.length });
      assert.isTrue(fs.readFileSync(file).equals(bytes));
      assert.strictEqual(fs.statSync(file).mode & 0o777, 0o600);
      // An existing file stays.
      fs.writeFileSync(file, "other");
      for (const name of [file, path.join(file, "a.pdf"), path.join(folder, "missing", "a.pdf")])
        assert.deepStrictEqual(yield* renderInto(name, textOf("hello")), { ...facts, bytes });
      assert.strictEqual(fs.readFileSync(file, "utf8"), "other");
      assert.deepStrictEqual(fs.readdirSync(folder), ["a.pdf"]);
    }).pipe(
      Effect.provide(Layer.provide(pdfRenderer({ threads: 1 }), imageFetcherNone)),
      Effect.scoped,
    ),
  );
});

describe("deadline", () => {
  it.live("stops a thread at the deadline and continues with another", () =>
    Effect.gen(function* () {
      const renderer = yield* PdfRenderer;
      // In letters so small that the deadline comes before the limit of pages.
      const bodyStyles = { fontSize: 3 };
      const endless = drawingOf({
        layout: layoutOf(field({ name: "rows", type: "table", height: 20, bodyStyles })),
        manifest: manifestOf(),
        data: dataOf(
          {},
          rowsOf(10_000, Array.from({ length: 400 }, (_, index) => `word${index}`).join(" ")),
        ),
      });
      const failure = yield* renderer.render(endless).pipe(Effect.flip);
      assert.deepInclude(failure, { _tag: "render_fault", code: "render_timeout" });
      assert.strictEqual((yield* renderer.render(textOf("still here"))).pageCount, 1);
    }).pipe(
      Effect.provide(
        Layer.provide(pdfRenderer({ threads: 1, deadline: "1500 millis" }), imageFetcherNone),
      ),
    ),
  );
});

describe("the process that starts threads", () => {
  it("does not load the rendering modules", async () => {
    const script = `
      import { registerHooks } from "node:module";
      const loaded = new Set();
      registerHooks({
        load: (url, context, next) => {
          loaded.add(/.*node_modules.((?:@[^/]+.)?[^/]+)/.exec(url)?.[1]);
          return next(url, context);
        },
      });
      await import("./pdf_renderer.ts");
      console.log([...loaded].filter((name) => name !== undefined).join(" "));`;
    assert.strictEqual(await runElsewhere(script), "effect any-ascii leven");
  });
});

/** Renders in a separate process and returns the hash of the document. */
async function drawElsewhere({ version, data }: RenderInput): Promise<string> {
  const script = `
    const { compileLayout } = await import("./compile/compile_layout.ts");
    const { renderDocument } = await import("./render_document.ts");
    const { createHash } = await import("node:crypto");
    const { source, data } = JSON.parse(process.argv[1]);
    const { bytes } = await renderDocument(await compileLayout(source), data, new Map());
    console.log(createHash("sha256").update(bytes).digest("hex"));`;
  const source = await Effect.runPromise(version.source);
  return runElsewhere(script, JSON.stringify({ source, data }));
}

/** Runs a script in a separate process and returns its output. Imports are relative to this folder. */
async function runElsewhere(script: string, ...args: ReadonlyArray<string>): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module-typescript", "-e", script, ...args],
    { cwd: import.meta.dirname },
  );
  return stdout.trim();
}
