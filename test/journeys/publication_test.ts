import { assert, describe, layer } from "@effect/vitest";
import { type Layout, withPageDefaults } from "@paraph/core/layouts";
import { imageFetcherNone } from "@paraph/core/renders";
import { Publication } from "@paraph/core/templates";
import { sharedRenderer } from "@paraph/pdf/testing/shared_renderer";
import { Effect, Layer } from "effect";
import { PDFDocument, PDFName, PDFString } from "pdf-lib";

const publication = Publication.layer.pipe(
  Layer.provide(Layer.provide(sharedRenderer, imageFetcherNone)),
);

const MANIFEST = {
  variables: [{ key: "name", label: "Name", dataType: "text", required: true }],
  loops: [
    {
      key: "items",
      label: "Items",
      itemFields: [{ key: "title", label: "Title", dataType: "text", required: false }],
    },
  ],
} as const;

const BLANK = { width: 210, height: 297, padding: [20, 20, 20, 20] };
const BOX = { position: { x: 20, y: 30 }, width: 80, height: 10 };

const asPdf = (bytes: Uint8Array) =>
  `data:application/pdf;base64,${Buffer.from(bytes).toString("base64")}`;

const overlay = Effect.promise(async () => {
  const base = await PDFDocument.create();
  base.addPage([595, 842]);
  return asPdf(await base.save());
});

const refusal = Effect.fnUntraced(function* (layout: Layout) {
  const { prepare } = yield* Publication;
  const error = yield* Effect.flip(prepare({ name: "T", manifest: MANIFEST, layout }));
  return error.issues.fieldErrors;
});

const problems = (layout: Layout) => Effect.map(refusal(layout), Object.keys);

layer(publication)("Publication", (it) => {
  describe("prepare()", () => {
    it.effect("generates a layout if none is submitted", () =>
      Effect.gen(function* () {
        const { prepare } = yield* Publication;
        const pageConfig = { orientation: "landscape" } as const;
        const result = yield* prepare({ name: "T", manifest: MANIFEST, pageConfig });
        assert.strictEqual(result.templateType, "document");
        assert.deepStrictEqual(result.pageConfig, withPageDefaults(pageConfig));
        assert.deepInclude(result.layout["basePdf"], { width: 297, height: 210 });
      }),
    );

    it.effect("reports all problems at once", () =>
      Effect.gen(function* () {
        const fields = [
          { ...BOX, name: "a", type: "hologram" },
          { ...BOX, name: "b", type: "text", content: "Dear {customer}," },
          { ...BOX, name: "c", type: "text", content: "x", width: 500 },
          { ...BOX, name: "d", type: "image", content: "data:image/png;base64,iVBORw0KGgo=" },
          { ...BOX, name: "e", type: "text", content: "x", when: "nothing" },
        ];
        assert.sameMembers(yield* problems({ basePdf: BLANK, schemas: [fields] }), [
          "layout.schemas.0.0.type",
          "layout.schemas.0.1.content",
          "layout.schemas.0.2.width",
          "layout.schemas.0.3.content",
          "layout.schemas.0.4.when",
        ]);
      }),
    );

    it.effect("refuses a base that is no PDF, or an encrypted or truncated one", () =>
      Effect.gen(function* () {
        const whole = Buffer.from((yield* overlay).split(",")[1] ?? "", "base64");
        const encryptedPdf = Buffer.from(
          whole.toString("latin1").replace("/Root", "/Encrypt 1 0 R /Root"),
          "latin1",
        );
        for (const bytes of [Buffer.from("hello"), whole.subarray(0, 80), encryptedPdf]) {
          const layout = { basePdf: asPdf(bytes), schemas: [[]] };
          assert.deepStrictEqual(yield* problems(layout), ["layout.basePdf"]);
        }
      }),
    );

    it.effect(
      "refuses a base PDF with active content: each kind with its page, next to other problems",
      () =>
        Effect.gen(function* () {
          const bytes = yield* Effect.promise(async () => {
            const base = await PDFDocument.create();
            base.addPage();
            const { node, doc } = base.addPage();
            const script = { S: "JavaScript", JS: PDFString.of("app.alert(1)") };
            node.set(PDFName.of("AA"), doc.context.obj({ O: script }));
            base.catalog.set(PDFName.of("OpenAction"), doc.context.obj(script));
            await base.attach(Buffer.from("MZ"), "setup.exe");
            return base.save();
          });
          const off = { ...BOX, name: "a", type: "text", content: "x", width: 5000 };
          const errors = yield* refusal({ basePdf: asPdf(bytes), schemas: [[off]] });
          assert.deepStrictEqual(errors["layout.basePdf"], [
            "The PDF contains JavaScript (/OpenAction). Remove it and publish again",
            "The PDF contains an embedded file (/EF). Remove it and publish again",
            "The PDF contains embedded files (/EmbeddedFiles). Remove it and publish again",
            "Page 2 contains additional actions (/AA). Remove it and publish again",
            "Page 2 contains JavaScript. Remove it and publish again",
          ]);
          assert.isDefined(errors["layout.schemas.0.0.width"]);
        }),
    );

    it.effect("refuses elements that grow on an overlay, and elements off its pages", () =>
      Effect.gen(function* () {
        const table = { ...BOX, name: "items", type: "table", head: ["Title"], columns: ["title"] };
        const off = { ...BOX, name: "name", type: "text", position: { x: 200, y: 30 } };
        const layout = { basePdf: yield* overlay, schemas: [[table, off], [off]] };
        const paths = yield* problems(layout);
        assert.includeMembers(paths, ["layout.schemas.0.1.width", "layout.schemas.1"]);
        assert.isTrue(paths.some((path) => path.startsWith("layout.schemas.0.0")));
      }),
    );

    it.effect("refuses fixed text that no font can print, in any place", () =>
      Effect.gen(function* () {
        const { prepare } = yield* Publication;
        const fields = [
          { ...BOX, name: "a", type: "text", content: "ཀ {name}" },
          { ...BOX, name: "name", type: "text", content: "ཀ" },
          { ...BOX, name: "items", type: "table", head: ["ཀ"], columns: ["title"] },
        ];
        assert.deepStrictEqual(yield* problems({ basePdf: BLANK, schemas: [fields] }), [
          "layout.schemas.0.0.content",
          "layout.schemas.0.2.head.0",
        ]);
        const error = yield* Effect.flip(prepare({ name: "ཀཁ", manifest: MANIFEST }));
        assert.deepStrictEqual(error.issues.fieldErrors, { name: ['No font has "ཀ"'] });
      }),
    );

    it.effect("refuses a format that no font can print", () =>
      Effect.gen(function* () {
        const { prepare } = yield* Publication;
        const due = { key: "due", label: "Due", dataType: "date", required: false } as const;
        const manifest = { variables: [{ ...due, format: "date:long@dz-BT" }], loops: [] };
        const error = yield* Effect.flip(prepare({ name: "T", manifest }));
        assert.deepStrictEqual(Object.keys(error.issues.fieldErrors), ["manifest"]);
      }),
    );

    it.effect("refuses margins that leave no space", () =>
      Effect.gen(function* () {
        const { prepare } = yield* Publication;
        const pageConfig = { margin: "110mm" };
        const error = yield* Effect.flip(prepare({ name: "T", manifest: MANIFEST, pageConfig }));
        assert.deepStrictEqual(Object.keys(error.issues.fieldErrors), ["pageConfig.margin"]);
      }),
    );

    it.effect("reports problems of manifest, page and layout at once", () =>
      Effect.gen(function* () {
        const { prepare } = yield* Publication;
        const [name] = MANIFEST.variables;
        const [items] = MANIFEST.loops;
        const manifest = { variables: [name, name], loops: [{ ...items, key: "order.items" }] };
        const layout = { basePdf: BLANK, schemas: [[{ ...BOX, name: "a", type: "hologram" }]] };
        const pageConfig = { margin: "200mm" };
        const whole = { name: "T", manifest, layout, pageConfig };
        const error = yield* Effect.flip(prepare(whole));
        assert.strictEqual(error._tag, "invalid_request");
        assert.sameMembers(Object.keys(error.issues.fieldErrors), [
          "manifest.variables.1.key",
          "manifest.loops.0.key",
          "pageConfig.margin",
          "layout.schemas.0.0.type",
        ]);
      }),
    );

    it.effect("test-renders fixed SVG, and reports unsupported parts", () =>
      Effect.gen(function* () {
        const svg = (inside: string, before = "") => ({
          ...BOX,
          name: "s",
          type: "svg",
          content: `${before}<svg viewBox="0 0 9 9">${inside}</svg>`,
        });
        const fields = [
          svg('<rect width="5" height="5" fill="url(#g)"/>'),
          svg('<rect width="5" height="5" fill="var(--x)"/>'),
          svg('<path d="M x"/>'),
          svg('<use href="#a"/>'),
          svg("<text>☃</text>"),
          svg('<polygon points=""/>'),
          svg('<rect width="5" height="5"/>', '<?xml version="1.0"?>\n<!-- <svg> -->\n'),
          svg('<g fill="red"><rect width="5" height="5" fill="inherit"/></g>'),
          { ...BOX, name: "a", type: "hologram" },
        ];
        const staticSchema = [svg('<image href="a.png" width="5" height="5"/>')];
        const errors = yield* refusal({ basePdf: { ...BLANK, staticSchema }, schemas: [fields] });
        assert.sameMembers(Object.keys(errors), [
          "layout.basePdf.staticSchema.0.content",
          ...[1, 2, 3, 5].map((index) => `layout.schemas.0.${index}.content`),
          "layout.schemas.0.8.type",
        ]);
        const words = Object.values(errors).flat().join("\n");
        assert.include(words, 'The colour "var(--x)" is not supported');
        assert.notMatch(words, /undefined|parse color|WinAnsi/);
      }),
    );

    it.effect("test-renders fixed barcodes, and refuses boxes that are too small", () =>
      Effect.gen(function* () {
        const barcode = (type: string, content: string, more: object = {}) => {
          const position = { x: 20, y: 30 };
          return { name: "b", type, position, width: 60, height: 20, content, ...more };
        };
        const large = { position: { x: 0, y: 0 } };
        const errors = yield* refusal({
          basePdf: { width: 2000, height: 2000, padding: [20, 20, 20, 20] },
          schemas: [
            [
              barcode("qrcode", "x", { width: 0.2, height: 0.2 }),
              barcode("code128", "x", { width: 0.1 }),
              barcode("code128", "x", { width: 600, ...large }),
              barcode("qrcode", "x", { width: 1500, ...large }),
              barcode("qrcode", "x", { width: 600, height: 600, ...large }),
              barcode("qrcode", "", { name: "name", width: 0, height: 0 }),
              barcode("gs1datamatrix", "(01)03453120000011(9999)x"),
              barcode("japanpost", "1234567ABCDEFGHIJ"),
              barcode("code128", "Ünïcode ☃"),
              barcode("qrcode", "Ünïcode ☃"),
            ],
          ],
        });
        assert.sameMembers(Object.keys(errors), [
          "layout.schemas.0.0.width",
          "layout.schemas.0.0.height",
          "layout.schemas.0.1.width",
          "layout.schemas.0.5.width",
          "layout.schemas.0.5.height",
          "layout.schemas.0.6.content",
          "layout.schemas.0.7.content",
          "layout.schemas.0.8.content",
        ]);
        assert.notInclude(Object.values(errors).flat().join(), "bwipp");
      }),
    );

    it.effect("refuses tables without space for a row on a page", () =>
      Effect.gen(function* () {
        const table = { ...BOX, name: "items", type: "table", head: ["Title"], columns: ["title"] };
        const own = { ...table, name: "own", head: ["{name}"], content: '[["a"]]' };
        const fields = [
          { ...table, headStyles: { fontSize: 1000 } },
          { ...table, head: ["word ".repeat(200)], width: 8 },
          { ...table, bodyStyles: { fontSize: 1000 } },
          { ...own, headStyles: { fontSize: 1000 } },
          own,
          { ...table, headStyles: { fontSize: 1000 }, showHead: false },
        ];
        assert.sameMembers(yield* problems({ basePdf: BLANK, schemas: [fields] }), [
          "layout.schemas.0.0.headStyles.fontSize",
          "layout.schemas.0.1.head.0",
          "layout.schemas.0.2.bodyStyles.fontSize",
          "layout.schemas.0.3.headStyles.fontSize",
        ]);
      }),
    );

    it.effect("refuses a loop key with a dot with a separate code", () =>
      Effect.gen(function* () {
        const { prepare } = yield* Publication;
        const manifest = { variables: [], loops: [{ ...MANIFEST.loops[0], key: "order.items" }] };
        const error = yield* Effect.flip(prepare({ name: "T", manifest }));
        assert.strictEqual(error._tag, "invalid_loop_key");
        assert.deepStrictEqual(Object.keys(error.issues.fieldErrors), ["manifest.loops.0.key"]);
      }),
    );
  });
});
