import { createHash } from "node:crypto";

import { assert, layer } from "@effect/vitest";
import { BlobId, BlobStore } from "@paraph/core/blobs";
import { RetentionStore } from "@paraph/core/erasure";
import { Keys } from "@paraph/core/keys";
import { AccountId } from "@paraph/core/values";
import { Effect } from "effect";
import { SqlClient } from "effect/sql";
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber } from "pdf-lib";

import { ADMIN_KEY, ApiServer } from "../../packages/http/_testing/api_server.ts";
import { fieldsOf } from "../../packages/http/_testing/body.ts";
import {
  BOX,
  boldItalicFont,
  openTypeFont,
  trueTypeFont,
  variableFont,
  withLicence,
} from "../../packages/pdf/testing/font_files.ts";
import { caller } from "../support/deployment.ts";
import { serverWithWorker } from "../support/embed_visit.ts";

type Call = ReturnType<typeof caller>;

const MANIFEST = { variables: [], loops: [] };

/** A layout with a text for each font, in Markdown. */
const layoutIn = (fontNames: ReadonlyArray<string>, content: string) => ({
  basePdf: { width: 210, height: 297, padding: [20, 20, 20, 20] },
  schemas: [
    fontNames.map((fontName, index) => ({
      name: `text ${index}`,
      type: "text",
      textFormat: "inline-markdown",
      position: { x: 20, y: 20 + 15 * index },
      width: 170,
      height: 10,
      readOnly: true,
      content,
      fontName,
    })),
  ],
});

/** A new project, with callers for it and for its account. */
const newProject = Effect.fnUntraced(function* (externalOrgId: string) {
  const { port } = yield* ApiServer;
  const partner = yield* caller(port, ADMIN_KEY)("POST", "/v1/admin/provision", { externalOrgId });
  const { apiKey, projectId, accountId } = fieldsOf(partner);
  return {
    call: caller(port, String(apiKey)),
    projectId,
    accountId: AccountId.make(String(accountId)),
  };
});

const addFont = Effect.fnUntraced(function* (call: Call, name: string, file: Buffer) {
  const font = yield* call("POST", "/v1/fonts", { name, data: file.toString("base64") });
  assert.strictEqual(font.status, 201, font.text);
});

const publish = Effect.fnUntraced(function* (call: Call, slug: string, layout: object) {
  const template = yield* call("PUT", `/v1/templates/${slug}`, {
    name: slug,
    manifest: MANIFEST,
    layout,
  });
  assert.strictEqual(template.status, 201, template.text);
});

const render = Effect.fnUntraced(function* (call: Call, slug: string) {
  const submission = { data: {}, options: { sync: true } };
  const response = yield* call("POST", `/v1/templates/${slug}/render`, submission);
  const { status, downloadUrl } = fieldsOf(response);
  assert.strictEqual(status, "succeeded", response.text);
  return (yield* call("GET", new URL(String(downloadUrl)).pathname)).bytes;
});

/** The fonts of a PDF: their PostScript names, the kinds of the programs, and the widths of glyphs. */
const fontsIn = (bytes: Uint8Array) =>
  Effect.promise(async () => {
    const { context } = await PDFDocument.load(bytes);
    const dicts = context
      .enumerateIndirectObjects()
      .flatMap(([, object]) => (object instanceof PDFDict ? [object] : []));
    return dicts
      .filter((dict) => String(dict.get(PDFName.of("Subtype"))).startsWith("/CIDFontType"))
      .map((dict) => {
        const name = String(dict.get(PDFName.of("BaseFont"))).replace(/^\/[A-Z]{6}\+/, "");
        const kind = String(dict.get(PDFName.of("Subtype"))).slice(1);
        const widths = dict.lookup(PDFName.of("W"), PDFArray).asArray();
        const numbers = widths.flatMap((entry) =>
          entry instanceof PDFArray
            ? entry.asArray().map((width) => (width instanceof PDFNumber ? width.asNumber() : 0))
            : [],
        );
        return { name, kind, widths: numbers };
      });
  });

const sha256 = (file: Buffer) => BlobId.make(createHash("sha256").update(file).digest("hex"));

/** Removes blobs without a reference, as if all were unused for hours. */
const sweepBlobs = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`
    UPDATE blobs
    SET used_at = used_at - interval '2 hours', check_at = clock_timestamp() - interval '1 hour'`;
  yield* (yield* RetentionStore).deleteUnreferencedBlobs(1_000);
});

layer(serverWithWorker, { excludeTestServices: true, timeout: "60 seconds" })(
  "Fonts of a project",
  (it) => {
    it.effect(
      "are embedded as subsets: TrueType, OpenType, and an instance of a variable font",
      () =>
        Effect.gen(function* () {
          const { call } = yield* newProject("formats");
          yield* addFont(call, "Pen", trueTypeFont());
          yield* addFont(call, "Pen CFF", openTypeFont());
          yield* addFont(call, "Boxes", variableFont());
          yield* publish(call, "pens", layoutIn(["Pen", "Pen CFF"], "Hamburgefonts ё"));
          yield* publish(call, "boxes", layoutIn(["Boxes", "Boxes-Black"], "ABC"));

          const pens = yield* render(call, "pens");
          assert.sameMembers(
            (yield* fontsIn(pens)).map(({ name, kind }) => `${name} ${kind}`),
            ["Caveat-Medium CIDFontType2", "Caveat-Medium CIDFontType0"],
          );
          assert.isBelow(pens.length, 60_000);

          const boxes = yield* fontsIn(yield* render(call, "boxes"));
          const regular = BOX.width + BOX.gap;
          const bold = regular + BOX.bold;
          // The first width is that of the glyph for missing characters, which is not varied.
          assert.deepStrictEqual(boxes, [
            {
              name: "Boxes-Regular",
              kind: "CIDFontType2",
              widths: [regular, regular, regular, regular],
            },
            { name: "Boxes_900wght", kind: "CIDFontType0", widths: [regular, bold, bold, bold] },
          ]);
        }),
    );

    it.effect("are emphasized by the faces of their family", () =>
      Effect.gen(function* () {
        const { call } = yield* newProject("emphasis");
        yield* addFont(call, "Boxes", variableFont());
        yield* addFont(call, "Slanted", boldItalicFont());
        yield* publish(call, "boxes", layoutIn(["Boxes"], "A **B** *C*"));
        const names = (yield* fontsIn(yield* render(call, "boxes"))).map(({ name }) => name);
        assert.includeMembers(names, ["Boxes-Regular", "Boxes_900wght"]);
        assert.notInclude(names, "Roboto-BoldItalic");
      }),
    );

    it.effect("print letters that no other font has", () =>
      Effect.gen(function* () {
        const { call } = yield* newProject("letters");
        // Format 12 maps A to Z; the letters are moved to a private area.
        const file = variableFont();
        const start = file.indexOf(Buffer.from([0, 0, 0, 0x41, 0, 0, 0, 0x5a, 0, 0, 0, 1]));
        file.writeUInt32BE(0xe000, start);
        file.writeUInt32BE(0xe019, start + 4);
        const layout = (fontName: string) => layoutIn([fontName], "\ue000\ue001");
        yield* addFont(call, "Icons", file);
        yield* publish(call, "icons", layout("Icons"));
        const names = (yield* fontsIn(yield* render(call, "icons"))).map(({ name }) => name);
        assert.deepStrictEqual(names, ["Boxes-Regular"]);
        const other = yield* call("PUT", "/v1/templates/other", {
          name: "Other",
          manifest: MANIFEST,
          layout: layout("Roboto"),
        });
        assert.strictEqual(other.status, 400);
        assert.include(other.text, "layout.schemas.0.0.content");
      }),
    );

    it.effect("stay with published versions and their copies after they are deleted", () =>
      Effect.gen(function* () {
        const { call, projectId, accountId } = yield* newProject("copies");
        const { port } = yield* ApiServer;
        const used = openTypeFont();
        const unused = withLicence(trueTypeFont(), 4);
        yield* addFont(call, "Pen", used);
        yield* addFont(call, "Unused", unused);
        yield* publish(call, "letter", layoutIn(["Pen"], "A letter"));
        const before = yield* render(call, "letter");
        for (const name of ["Pen", "Unused"])
          assert.strictEqual((yield* call("DELETE", `/v1/fonts/${name}`)).status, 200);
        yield* sweepBlobs;
        const blobs = yield* BlobStore;
        assert.deepStrictEqual(Buffer.from(yield* blobs.read(sha256(used))), used);
        assert.strictEqual((yield* Effect.exit(blobs.read(sha256(unused))))._tag, "Failure");
        assert.deepStrictEqual(yield* render(call, "letter"), before);

        const { key: accountKey } = yield* (yield* Keys).create({ kind: "account", accountId });
        const account = caller(port, accountKey);
        const { id: target } = fieldsOf(yield* account("POST", "/v1/projects", { name: "Copies" }));
        const copy = yield* account("POST", `/v1/projects/${String(target)}/templates/copy`, {
          sourceProjectId: projectId,
          sourceTemplateSlug: "letter",
        });
        assert.strictEqual(copy.status, 201, copy.text);
        const { key } = fieldsOf(
          yield* account("POST", `/v1/projects/${String(target)}/keys`, { name: "Copies" }),
        );
        const callCopy = caller(port, String(key));
        assert.deepStrictEqual(yield* render(callCopy, "letter"), before);
        // New versions need the font again.
        const again = yield* call("PUT", "/v1/templates/letter", {
          name: "Letter",
          manifest: MANIFEST,
          layout: layoutIn(["Pen"], "A letter"),
        });
        assert.strictEqual(again.status, 400);
      }),
    );
  },
);
