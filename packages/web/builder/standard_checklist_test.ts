import { assert, describe, it } from "@effect/vitest";

import { definitionsFrom } from "./browser/data/definitions.ts";
import { EMPTY_DESIGN, parseLayout, type SavedLayout } from "./browser/design/saved_layout.ts";
import { standardChecklist } from "./browser/design/standard_checklist.ts";

const MANIFEST = { variables: [], loops: [] };
const BOX = { position: { x: 20, y: 20 }, width: 50, height: 10 };
const layoutWith = (settings: SavedLayout, ...fields: ReadonlyArray<object>): SavedLayout => ({
  basePdf: EMPTY_DESIGN.basePdf,
  schemas: [fields.map((field, index) => ({ name: `field ${index}`, ...BOX, ...field }))],
  ...settings,
});
const checklistOf = (layout: SavedLayout) =>
  standardChecklist(layout, MANIFEST, parseLayout(layout, definitionsFrom(null, MANIFEST)));
const broken = (layout: SavedLayout) =>
  checklistOf(layout).flatMap(({ id, problems }) =>
    problems.map(({ message, field, fix }) => [id, message, field?.index, fix?.label]),
  );

describe("standardChecklist()", () => {
  it("has no requirements without a standard", () => {
    assert.deepEqual(checklistOf(layoutWith({}, { type: "image", content: "" })), []);
  });

  it("has those of both standards, all met by an empty page with a language", () => {
    const layout = layoutWith({ standard: ["pdf/a-2u", "pdf/ua-1"], language: "de" });
    assert.deepEqual(
      checklistOf(layout).map(({ id, problems }) => [id, problems.length]),
      [
        ["language", 0],
        ["tags", 0],
        ["pictures", 0],
        ["heads", 0],
        ["headings", 0],
        ["links", 0],
        ["base", 0],
        ["added", 0],
        ["attachments", 0],
      ],
    );
  });

  it("names the fields that break them, with fixes", () => {
    const layout = layoutWith(
      { standard: "pdf/ua-1", tagged: false },
      { type: "image", content: "" },
      { type: "table", content: "[]", head: ["A"], headWidthPercentages: [100], showHead: false },
      { type: "text", content: "Hello", heading: 2 },
    );
    assert.deepEqual(broken(layout), [
      ["language", "The template has no language of its own.", undefined, undefined],
      ["tags", "Tags are turned off.", undefined, "Add tags"],
      ["pictures", "Image “field 0” has no alternative text.", 0, "Mark as decoration"],
      ["heads", "Table “field 1” has no head.", 1, "Show the head"],
      [
        "headings",
        "Text “field 2”: The first heading has the level 2: PDF/UA-1 requires 1",
        2,
        undefined,
      ],
    ]);
  });

  it("finds them although a title is invalid", () => {
    const layout = layoutWith({ standard: "pdf/ua-1", title: "{unknown}" });
    assert.deepEqual(broken(layout), [
      ["language", "The template has no language of its own.", undefined, undefined],
    ]);
  });

  it("offers PDF/A-3 to templates with an invoice", () => {
    const einvoice = { profile: "en16931", map: {} };
    const [problem] = checklistOf(
      layoutWith({ standard: ["pdf/a-2b", "pdf/ua-1"], language: "de", einvoice }),
    ).flatMap(({ problems }) => problems);
    assert.deepEqual(problem?.fix?.settings, { standard: ["pdf/a-3b", "pdf/ua-1"] });
  });
});
