import { assert, describe, it } from "@effect/vitest";

import type { Manifest } from "../../../manifests/mod.ts";
import type { Layout } from "../../model/layout.ts";
import { fontProblems } from "../font_check.ts";
import { checkLayout } from "../layout_check.ts";
import { fixedTexts } from "../texts/fixed_texts.ts";

const item = (key: string, dataType: "text" | "currency" | "date") =>
  ({ key, label: key, dataType, required: false }) as const;
const MANIFEST: Manifest = {
  variables: [item("title", "text")],
  loops: [
    {
      key: "rows",
      label: "Rows",
      itemFields: [item("name", "text"), item("amount", "currency"), item("day", "date")],
    },
  ],
};

const layoutOf = (more: object): Layout => ({
  basePdf: { width: 210, height: 297, padding: [20, 20, 20, 20] },
  schemas: [
    [{ name: "rows", type: "table", position: { x: 20, y: 20 }, width: 170, height: 20, ...more }],
  ],
});

const problemsOf = (more: object) =>
  checkLayout(layoutOf(more), MANIFEST).map(
    ({ path, message }) => `${path.replace("layout.schemas.0.0.", "")}: ${message}`,
  );

const sum = { columns: { amount: "sum" } };

describe("tables", () => {
  it("can have groups, page totals, carried sums and conditional styles", () => {
    const columns = ["name", "amount", "{= running(row.amount * 2) }"];
    const problems = problemsOf({
      columns,
      head: ["Name", "Amount", "Running"],
      alternateBy: "group",
      groupBy: [
        { by: "{= year(row.day) }", header: "{title} {= year(row.day) }: {= sum(group.amount) }" },
        { by: "name", totals: { label: "{= row.name }", columns: { "1": "avg" } } },
      ],
      pageTotals: sum,
      carryOver: { columns: ["amount", "2"], broughtForward: "From", carriedForward: "{title}" },
      conditionalStyles: [
        { when: "row.amount < 0", styles: { fontColor: "#ff0000" } },
        { columns: ["2"], styles: { fontName: "Roboto-Bold" } },
      ],
    });
    assert.deepStrictEqual(problems, []);
  });

  it.each([
    [
      { groupBy: [{ by: "nmae", header: "x" }] },
      'groupBy.0.by: "rows" has no item field "nmae". Did you mean "name"?',
    ],
    [
      { groupBy: [{ by: "{= row.amout }", header: "x" }] },
      'groupBy.0.by: "rows" has no item field "amout". Did you mean "amount"? (column 1 of {= row.amout })',
    ],
    [
      { groupBy: [{ by: "{= running(row.amount) }", header: "x" }] },
      "groupBy.0.by: running() is only for the columns of a table (column 1 of {= running(row.amount) })",
    ],
    [{ groupBy: [{ by: "name" }] }, "groupBy.0: The group shows nothing: add a header or totals"],
    [
      { groupBy: [{ by: "name", header: "{= sum(grop.amount) }" }] },
      'groupBy.0.header: The manifest has no "grop.amount" (column 5 of {= sum(grop.amount) })',
    ],
    [
      { groupBy: [{ by: "name", totals: { columns: { amuont: "sum" } } }] },
      'groupBy.0.totals.columns.amuont: The table of "rows" shows no "amuont". Did you mean "amount"?',
    ],
    [
      { groupBy: Array.from({ length: 6 }, () => ({ by: "name", header: "x" })) },
      "groupBy: Expected ",
    ],
    [{ alternateBy: "group" }, "alternateBy: The table has no groups: add groupBy"],
    [
      { pageTotals: { columns: { name: "sum" } } },
      'pageTotals.columns.name: "name" is text, which cannot be added up',
    ],
    [
      { carryOver: { columns: ["day"], broughtForward: "x" } },
      'carryOver.columns.0: "day" is not a number, so it cannot be carried over',
    ],
    [
      { carryOver: { columns: ["amount"] } },
      "carryOver: Expected broughtForward or carriedForward, a label",
    ],
    [
      { conditionalStyles: [{ when: "row.amount", styles: {} }] },
      "conditionalStyles.0.when: Expected true or false, not a number: compare it, as in total > 0 (column 1 of {= row.amount })",
    ],
    [
      { conditionalStyles: [{ columns: ["amonut"], styles: {} }] },
      'conditionalStyles.0.columns.0: The table of "rows" shows no "amonut". Did you mean "amount"?',
    ],
    [
      { conditionalStyles: [{ styles: {} }] },
      "conditionalStyles.0.when: Expected a condition or columns: use bodyStyles for all cells",
    ],
    [
      { columns: ["{= running(row.amount) }"], head: ["x"], totals: { columns: { "0": "sum" } } },
      "totals.columns.0: A running total has no total: its last value is the sum",
    ],
    [
      { columns: ["{= sum(rows.map(i, running(i.amount))) }"], head: ["x"] },
      "columns.0: running() is only for the columns of a table (column 17 of {= sum(rows.map(i, running(i.amount))) })",
    ],
    [
      { columns: ["{= running(row.name) }"], head: ["x"] },
      "columns.0: running() expects a number, not text (column 9 of {= running(row.name) })",
    ],
    [
      { name: "fixed", content: '[["a"]]', head: ["x"], groupBy: [{ by: "name", header: "x" }] },
      "groupBy: Only the rows of a loop have groups",
    ],
  ])("refuse %j", (more, problem) => {
    const problems = problemsOf(more);
    assert.isTrue(
      problems.some((each) => each.startsWith(problem)),
      problems.join("\n"),
    );
  });

  it("name their fonts and texts in all parts", () => {
    const styles = { fontName: "Rboto" };
    const layout = layoutOf({
      groupBy: [
        { by: "name", header: "Header", headerStyles: styles, totals: { ...sum, label: "Sum" } },
      ],
      carryOver: { columns: ["amount"], carriedForward: "Carried", styles },
      conditionalStyles: [{ when: "row.amount < 0", styles }],
    });
    assert.deepStrictEqual(
      fontProblems(layout, ["Roboto"]).map(({ path }) => path.replace("layout.schemas.0.0.", "")),
      [
        "groupBy.0.headerStyles.fontName",
        "carryOver.styles.fontName",
        "conditionalStyles.0.styles.fontName",
      ],
    );
    assert.deepStrictEqual(
      fixedTexts(layout, MANIFEST).map(({ text }) => text),
      ["Header", "Sum", "Carried"],
    );
  });
});
