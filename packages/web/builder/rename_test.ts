import { assert, describe, it } from "@effect/vitest";
import type { Manifest } from "@paraph/core/manifests";

import type { EmbedContext } from "../ui/browser/session/context.ts";
import { putDefinition } from "./browser/data/own_manifest.ts";
import { problemsOf } from "./browser/design/problems.ts";
import { TemplateModel } from "./browser/template/model.ts";

const NET = { key: "net", label: "Net", dataType: "number", required: false } as const;
const NAME = { key: "title", label: "Title", dataType: "text", required: false } as const;
const PRICE = { key: "price", label: "Price", dataType: "number", required: false } as const;

const MANIFEST: Manifest = {
  variables: [NET, { ...NET, key: "number", dataType: "text" }],
  loops: [{ key: "items", label: "Items", itemFields: [NAME, PRICE] }],
};

const CONTEXT: EmbedContext = {
  sessionId: "",
  expiresAt: "",
  tenant: { externalId: "" },
  actor: { externalId: "" },
  scope: { mode: "edit" },
  permissions: {
    saveDraft: true,
    publish: true,
    rename: true,
    delete: true,
    rollback: true,
    preview: true,
    submitForm: true,
    send: true,
  },
  appearance: {},
  callbacks: {},
  catalog: null,
  form: null,
  template: null,
  projectLanguage: "en",
  allowedOrigins: [],
};

const BOX = { position: { x: 20, y: 20 }, width: 100, height: 10 };
const SUMS = { "1": "sum" };
const TEXT = "A {net} and {= net + sum(items.price) }";
const ROW_TEXT = "{= row.price * net + sum(items.price) }";
const ROW_CONDITION = "row.price > net + sum(items.price)";

/** A table whose settings name a variable and a list wherever an expression can be. */
const TABLE = {
  ...BOX,
  type: "table",
  name: "items",
  required: false,
  columns: ["title", ROW_TEXT],
  head: [TEXT, "Sum"],
  headRows: [[{ text: TEXT, columns: 2 }]],
  footRows: [[{ text: TEXT, columns: 2 }]],
  totals: { label: TEXT, columns: SUMS },
  pageTotals: { label: TEXT, columns: SUMS },
  carryOver: { columns: ["1"], broughtForward: TEXT, carriedForward: TEXT },
  groupBy: [
    {
      by: "{= row.price > net ? string(sum(items.price)) : row.title }",
      header: "{= count(group) + net + sum(items.price) }",
      continued: "{= row.price + net + sum(items.price) }",
      totals: { label: "{= count(group) + net + sum(items.price) }", columns: SUMS },
    },
  ],
  rowSpans: [
    { column: "title", by: "{= row.price > net ? string(sum(items.price)) : row.title }" },
  ],
  columnSpans: [{ column: "title", when: ROW_CONDITION }],
  conditionalStyles: [{ when: ROW_CONDITION, styles: { fontColor: "#ff0000" } }],
  cells: { "1": { type: "qrcode", height: 10, alt: ROW_TEXT } },
};

const note = (name: string, more: object = {}) => ({
  ...BOX,
  type: "text",
  name,
  content: TEXT,
  readOnly: true,
  ...more,
});

const LAYOUT = {
  title: TEXT,
  author: TEXT,
  subject: TEXT,
  keywords: ["Word", TEXT],
  attachments: [{ name: "{net}.txt", content: TEXT, description: TEXT }],
  append: [{ pdf: "data:application/pdf;base64,JVBERi0=", when: "net > sum(items.price)" }],
  einvoice: { profile: "en16931", map: { "BT-1": "number", "BT-106": "net", "BG-25": "items" } },
  basePdf: { width: 210, height: 297, padding: [20, 20, 20, 20], staticSchema: [note("footer")] },
  pages: [{ staticSchema: [note("own footer")] }],
  schemas: [
    [
      note("note", { when: "net", link: "https://example.com/{net}", anchor: "a-{net}" }),
      note("other", { position: { x: 20, y: 40 }, unless: "net > 2" }),
      { ...TABLE, position: { x: 20, y: 60 } },
      {
        ...BOX,
        position: { x: 20, y: 90 },
        type: "section",
        name: "items#2",
        fields: [note("inside", { position: { x: 0, y: 0 }, content: "{= items.price + net }" })],
      },
    ],
  ],
  manifest: MANIFEST,
};

/** A model of the layout. */
function opened(layout: object = LAYOUT): TemplateModel {
  return new TemplateModel(CONTEXT, {
    id: "1",
    draft: { name: "A", layout },
    revision: 1,
    slug: null,
    currentVersionNumber: null,
    hasUnpublishedChanges: false,
  });
}

/** The problems of a template. Its invoice lacks most terms. */
const messagesOf = (model: TemplateModel) =>
  problemsOf(model.layout, model.design)
    .map(({ place, message }) => `${place}: ${message}`)
    .filter((message) => !/^Electronic invoice: .* is required$/u.test(message));

describe("a key that changes in the manifest", () => {
  it("changes wherever an expression can name it", () => {
    const model = opened();
    assert.deepEqual(messagesOf(model), []);
    const { custom } = model.definitions;
    const variable = { kind: "variable", definition: { ...NET, key: "totals.net" } } as const;
    model.redefine(putDefinition(custom, variable, "net"), "net", "totals.net");
    assert.deepEqual(messagesOf(model), []);
    assert.notMatch(JSON.stringify(model.layout), /(?<!totals\.)\bnet\b/u);
    assert.isTrue(model.undo());
    assert.deepEqual(model.layout["title"], TEXT);
  });

  it("changes the names of rows in sections with that of their list", () => {
    const model = opened();
    const [items] = MANIFEST.loops;
    const loop = { kind: "loop", definition: { ...items!, key: "lines" } } as const;
    model.redefine(putDefinition(model.definitions.custom, loop, "items"), "items", "lines");
    assert.deepEqual(messagesOf(model), []);
    assert.notMatch(JSON.stringify(model.layout), /\bitems\b/u);
  });

  it("does not change the rows of tables that have its name", () => {
    const row = { ...NET, key: "row.price" };
    const manifest = { ...MANIFEST, variables: [row] };
    const table = { ...BOX, type: "table", name: "items", columns: ["{= row.price * 2 }"] };
    const model = opened({
      ...LAYOUT,
      title: "{row.price} {= row.price }",
      schemas: [[{ ...table, head: ["{row.price}"] }]],
      manifest,
    });
    const variable = { kind: "variable", definition: { ...row, key: "fee" } } as const;
    model.redefine(
      putDefinition(model.definitions.custom, variable, "row.price"),
      "row.price",
      "fee",
    );
    const [changed] = model.design.schemas[0]!;
    assert.deepEqual(changed?.["columns"], ["{= row.price * 2 }"]);
    assert.deepEqual(changed?.["head"], ["{fee}"]);
    assert.strictEqual(model.layout["title"], "{fee} {= fee }");
  });

  it("changes in an electronic invoice, but not the item field with its name", () => {
    const manifest = { ...MANIFEST, variables: [{ ...NAME }, ...MANIFEST.variables] };
    const map = { "BT-1": "title", "BG-25": "items", "BT-153": "title", "BT-129": "items.price" };
    const model = opened({ ...LAYOUT, manifest, einvoice: { profile: "en16931", map } });
    const variable = { kind: "variable", definition: { ...NAME, key: "no" } } as const;
    model.redefine(putDefinition(model.definitions.custom, variable, "title"), "title", "no");
    assert.deepEqual(model.layout["einvoice"], {
      profile: "en16931",
      map: { ...map, "BT-1": "no" },
    });
  });
});
