import { assert, describe, it } from "@effect/vitest";
import { checkLayout, type Layout } from "@paraph/core/layouts";
import { checkInputData, type Manifest } from "@paraph/core/manifests";
import { Result } from "effect";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

import { compileLayout } from "./compile/compile_layout.ts";
import { renderDocument } from "./render_document.ts";
import { brokenArchiveRules } from "./testing/standards/archive_rules.ts";

const item = (key: string) => ({ key, label: key, dataType: "text", required: false }) as const;
const MANIFEST: Manifest = {
  variables: [item("number"), item("note")],
  loops: [{ key: "items", label: "Items", itemFields: [item("name"), item("unit")] }],
};
const CSV = {
  name: "items-{number}.csv",
  mediaType: "text/csv",
  description: "The items of {number}",
  relationship: "data",
  content: String.raw`{= join(map(items, i, i.name + ";" + i.unit), "\n") }`,
};
const DATA = {
  number: "№ 7/8",
  note: "",
  items: [
    { name: "Ink", unit: "l" },
    { name: "Tinte (schwarz)", unit: "ß" },
  ],
};
const layoutOf = (attachments: ReadonlyArray<object>, more: object = {}) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- attachments are written as objects for short
  ({
    basePdf: { width: 100, height: 100, padding: [10, 10, 10, 10] },
    schemas: [[]],
    attachments,
    ...more,
  }) as unknown as Layout;
const draw = async (layout: Layout, data: object = DATA) => {
  assert.deepStrictEqual(checkLayout(layout, MANIFEST), []);
  const input = Result.getOrThrow(checkInputData(MANIFEST, { ...data }));
  const template = await compileLayout({ layout, manifest: MANIFEST, title: "Template" });
  return (await renderDocument(template, input, new Map())).bytes;
};
/** The files that a reader lists: their names, descriptions and texts. */
const filesOf = async (bytes: Uint8Array) => {
  const doc = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const attachments = (await doc.getAttachments()) ?? new Map();
  const files = await Promise.all(
    Array.from(attachments, async ([id, { filename, description }]) => {
      const content = await doc.getAttachmentContent(id);
      return [filename, description, Buffer.from(content ?? []).toString("utf8")] as const;
    }),
  );
  await doc.loadingTask.destroy();
  return files;
};
const pathsOf = (layout: Layout) => checkLayout(layout, MANIFEST).map(({ path }) => path);

describe("attachments", () => {
  it("have values and expressions in their names and texts", async () => {
    assert.deepStrictEqual(await filesOf(await draw(layoutOf([CSV]))), [
      ["items-№ 7-8.csv", "The items of № 7/8", "Ink;l\nTinte (schwarz);ß"],
    ]);
  });

  it("are left out without text, and have different names", async () => {
    const text = (content: string, name = "a.txt") => ({ name, content });
    const layout = layoutOf([text("1"), text("{note}"), text("2"), text("3", "../.."), text("4")]);
    const files = await filesOf(await draw(layout));
    assert.sameDeepMembers(
      files.map(([name, , content]) => [name, content]),
      [
        ["-..", "3"],
        ["a (2).txt", "2"],
        ["a (3).txt", "4"],
        ["a.txt", "1"],
      ],
    );
  });

  it("cannot disguise their extensions", async () => {
    const disguised = { name: "a\u202ecsv.exe\u2066", content: "1" };
    const [[name] = []] = await filesOf(await draw(layoutOf([disguised])));
    assert.strictEqual(name, "a-csv.exe-");
  });

  it("conform to PDF/A-3", async () => {
    const bytes = await draw(
      layoutOf([CSV, { name: "b.txt", content: "b" }], { standard: "pdf/a-3u" }),
    );
    assert.deepStrictEqual(await brokenArchiveRules(bytes, "pdf/a-3u"), []);
  });

  it("fail a render with a text that is too long", async () => {
    const layout = layoutOf([{ name: "a.txt", content: "{note}".repeat(20) }]);
    const failure = await draw(layout, { ...DATA, note: "x".repeat(90_000) }).catch(String);
    assert.include(
      String(failure),
      "layout.attachments.0.content: Longer than 1,000,000 characters",
    );
  });

  it.each([
    [[{ ...CSV, content: "{nothing}" }], ["layout.attachments.0.content"]],
    [[{ ...CSV, name: "" }], ["layout.attachments.0.name"]],
    [[{ ...CSV, name: "{currentPage}" }], ["layout.attachments.0.name"]],
    [[{ ...CSV, mediaType: "csv" }], ["layout.attachments.0.mediaType"]],
    [[{ ...CSV, relationship: "friend" }], ["layout.attachments.0.relationship"]],
    [Array.from({ length: 21 }, () => CSV), ["layout.attachments"]],
  ])("are refused at publish: %#", (attachments, paths) => {
    assert.deepStrictEqual(pathsOf(layoutOf(attachments)), paths);
  });

  it("are refused with a base PDF", () => {
    const basePdf = "data:application/pdf;base64,AAAA";
    assert.include(pathsOf({ ...layoutOf([CSV]), basePdf }), "layout.attachments");
  });
});
