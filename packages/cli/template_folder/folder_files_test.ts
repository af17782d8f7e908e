import { assert, describe, it } from "@effect/vitest";
import { Result, Schema } from "effect";

import { referencedPath } from "./file_reference.ts";
import { inlineFiles, extractFiles, referencesOf } from "./folder_files.ts";

const PNG = "data:image/png;base64,iVBORw0KGgo=";
const OTHER = "data:image/png;base64,iVBORw0KGgoA";
const JPEG = "data:image/jpeg;base64,/9j/4AAQ";
const PDF = "data:application/pdf;base64,JVBERi0xLjcK";
const SVG = '<svg viewBox="0 0 9 9"><text>é</text></svg>';

const image = (name: string, content: string) => ({ name, type: "image", content });

/** Texts that look like files in various ways, and texts that do not. */
const TEXTS: ReadonlyArray<string> = [
  PNG,
  OTHER,
  JPEG,
  PDF,
  SVG,
  "",
  "data:image/png;base64,",
  "data:image/gif;base64,R0lG",
  "data:image/png;base64,iVBORw0KGgo",
  "data:image/png;base64,iVBORw0KGgp=",
  "data:image/jpg;base64,/9j/",
  "data:image/png;base64,iVBO Rw0K",
  "﻿<svg/>",
  "<svg>\ud800</svg>",
  " <svg/>",
];
const NAMES: ReadonlyArray<string> = ["logo", "Logo", "logo-2", "../x", "", "東京"];
const Text = Schema.Union([Schema.Literals(TEXTS), Schema.String]);
const Field = Schema.Struct({
  name: Schema.Union([Schema.Literals(NAMES), Schema.String]),
  type: Schema.Literals(["image", "signature", "svg", "text", "qrcode"]),
  content: Schema.Union([Text, Schema.Null, Schema.Finite]),
});
const Fields = Schema.Array(Schema.Union([Field, Schema.Json]));
const AnyLayout = Schema.Struct({
  basePdf: Schema.Union([
    Text,
    Schema.Struct({ width: Schema.Finite, staticSchema: Fields }),
    Schema.Json,
  ]),
  schemas: Schema.Array(Fields),
  more: Schema.Json,
});

describe("extractFiles()", () => {
  it("moves the base and the pictures into files that are named like their fields", () => {
    const staticSchema = [image("Logo", PNG), { name: "mark", type: "svg", content: SVG }];
    const page = [image("logo", OTHER), image("again", PNG), image("photo", JPEG)];
    const result = extractFiles({ basePdf: { staticSchema }, schemas: [page] });
    assert.deepStrictEqual(Result.getOrThrow(result).layout, {
      basePdf: {
        staticSchema: [
          image("Logo", "file:images/logo.png"),
          { name: "mark", type: "svg", content: "file:images/mark.svg" },
        ],
      },
      schemas: [
        [
          image("logo", "file:images/logo-2.png"),
          image("again", "file:images/logo.png"),
          image("photo", "file:images/photo.jpg"),
        ],
      ],
    });
    const overlay = Result.getOrThrow(extractFiles({ basePdf: PDF, schemas: [] }));
    assert.deepStrictEqual(overlay.layout, { basePdf: "file:base.pdf", schemas: [] });
    assert.strictEqual(Buffer.from(overlay.files.get("base.pdf") ?? []).toString(), "%PDF-1.7\n");
  });

  it("names added PDFs by their place", () => {
    const [terms, map] = ["terms", "map"].map(
      (text) => `data:application/pdf;base64,${Buffer.from(text).toString("base64")}`,
    );
    const { layout, files } = Result.getOrThrow(
      extractFiles({ prepend: [PDF], append: [terms ?? "", { pdf: map ?? "", when: "a" }] }),
    );
    assert.deepStrictEqual(layout, {
      prepend: ["file:prepend.pdf"],
      append: ["file:append.pdf", { pdf: "file:append-2.pdf", when: "a" }],
    });
    assert.sameMembers([...files.keys()], ["prepend.pdf", "append.pdf", "append-2.pdf"]);
  });

  it.prop("is reversed by insourced() for any layout", [AnyLayout], ([layout]) => {
    const original = JSON.parse(JSON.stringify(layout));
    const result = extractFiles(original);
    // Text that already begins with file: could not be restored.
    if (Result.isFailure(result)) return JSON.stringify(original).includes('"file:');
    const { layout: newLayout, files } = result.success;
    const references = Result.getOrThrow(referencesOf(newLayout));
    assert.sameMembers([...new Set(references.map(({ path }) => path))], [...files.keys()]);
    return JSON.stringify(inlineFiles(newLayout, files)) === JSON.stringify(original);
  });

  it("reports text that would be read as a file reference", () => {
    const layout = { basePdf: "file:x.pdf", schemas: [[image("logo", "file:x.png")]] };
    const issues = Result.match(extractFiles(layout), {
      onSuccess: () => [],
      onFailure: (all) => all,
    });
    assert.deepStrictEqual(
      issues.map(({ path }) => path),
      ["basePdf", "schemas.0.0.content"],
    );
  });
});

describe("referencedPath()", () => {
  it.each([
    "../logo.png",
    "/etc/logo.png",
    "images/../../logo.png",
    "./logo.png",
    "images//logo.png",
    "C:/logo.png",
    "images\\logo.png",
    "//host/logo.png",
    "",
    "a\0.png",
    "images/",
    "logo.gif",
    "logo",
    ".png",
    "logo.pdf",
  ])("refuses %j", (path) =>
    assert.isTrue(Result.isFailure(referencedPath(`file:${path}`, "image"))),
  );

  it.each(["logo.png", "images/My Logo.JPG", "a/b/c.jpeg"])("accepts %j", (path) =>
    assert.deepStrictEqual(referencedPath(`file:${path}`, "image"), Result.succeed(path)),
  );
});
