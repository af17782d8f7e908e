import { assert, describe, it } from "@effect/vitest";
import type { Manifest } from "@paraph/core/manifests";

import { definitionsFrom } from "./browser/data/definitions.ts";
import type { Design, DesignField } from "./browser/design/design.ts";
import type { Fixable } from "./browser/design/problem_fix.ts";
import { type Problem, problemsFrom, problemsOf } from "./browser/design/problems.ts";
import { EMPTY_DESIGN, type SavedLayout, toLayout } from "./browser/design/saved_layout.ts";

const MANIFEST: Manifest = {
  variables: [{ key: "customer.name", label: "Customer", dataType: "text", required: true }],
  loops: [
    {
      key: "items",
      label: "Items",
      itemFields: [{ key: "title", label: "Title", dataType: "text", required: true }],
    },
  ],
};
const BOX = { position: { x: 20, y: 20 }, width: 50, height: 10 };

const designOf = (...fields: ReadonlyArray<Partial<DesignField> & { readonly type: string }>) => ({
  ...EMPTY_DESIGN,
  schemas: [fields.map((field, index) => ({ name: `field ${index}`, ...BOX, ...field }))],
});

const problemsIn = (design: Design, custom = MANIFEST, settings: SavedLayout = {}) =>
  problemsOf(toLayout(design, definitionsFrom(null, custom), settings), design);

const labelsOf = (problems: ReadonlyArray<Problem>) =>
  problems.map(({ fixes = [] }) => fixes.map(({ label }) => label));

/** Applies a fix of the only problem, and returns what is then left. */
function fixed(design: Design, label: string, settings: SavedLayout = {}) {
  const [problem] = problemsIn(design, MANIFEST, settings);
  const fix = problem?.fixes?.find((each) => each.label === label);
  const subject = { design, custom: MANIFEST, settings };
  const result = fix?.apply(subject) ?? assert.fail(`No fix ${label}`);
  const definitions = definitionsFrom(null, result.custom);
  const left = problemsOf(toLayout(result.design, definitions, result.settings), result.design);
  assert.deepEqual(left, []);
  return result;
}

const stringsIn = (value: unknown): ReadonlyArray<unknown> =>
  typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [value];

const text = (content: string) => ({ type: "text", content, readOnly: true });

describe("the fixes of problems", () => {
  it("use the nearest key, or add the unknown one to the data", () => {
    const design = designOf(text("Dear {custmer.name}"), text("{custmer.name|upper}"));
    assert.deepEqual(labelsOf(problemsIn(design)).at(0), [
      "Use “customer.name”",
      "Add “custmer.name” to the data",
    ]);
    const [first, second] = fixed(designOf(text("Dear {custmer.name}")), "Use “customer.name”")
      .design.schemas[0]!;
    assert.strictEqual(first?.content, "Dear {customer.name}");
    assert.isUndefined(second);
    const added = fixed(designOf(text("{custmer.name}")), "Add “custmer.name” to the data");
    assert.deepEqual(added.custom.variables.at(-1), {
      key: "custmer.name",
      label: "Custmer name",
      dataType: "text",
      required: false,
    });
    const conditional = designOf({ ...text("Hello"), when: "isPaid" });
    const { custom } = fixed(conditional, "Add “isPaid” to the data");
    assert.strictEqual(custom.variables.at(-1)?.dataType, "boolean");
    // The type of a value in an expression is not obvious.
    assert.deepEqual(labelsOf(problemsIn(designOf(text("{= custmer * 2 }")))), [[]]);
  });

  it("use the nearest key, item field or function in an expression", () => {
    const table = (settings: object) =>
      designOf({ type: "table", name: "items", columns: ["title"], head: ["Title"], ...settings });
    const cases: ReadonlyArray<readonly [Design, string, string]> = [
      [designOf(text("{= uper(customer.name) }")), "Use “upper()”", "{= upper(customer.name) }"],
      [
        designOf(text("{= 1 + 1 } {= custmer.name }, {= upper(custmer.name) }")),
        "Use “customer.name”",
        "{= 1 + 1 } {= customer.name }, {= upper(customer.name) }",
      ],
      [
        designOf({ ...text("A"), when: 'custmer.name == "A"' }),
        "Use “customer.name”",
        'customer.name == "A"',
      ],
      [
        designOf(text('{= "titel" + join(items.titel, ",") }')),
        "Use “title”",
        '{= "titel" + join(items.title, ",") }',
      ],
      [table({ columns: ["{= upper(row.titel) }"] }), "Use “title”", "{= upper(row.title) }"],
      [table({ columns: ["titel"] }), "Use “title”", "title"],
      [
        table({ conditionalStyles: [{ when: 'row.titel == ""', styles: {} }] }),
        "Use “title”",
        'row.title == ""',
      ],
      [table({ groupBy: [{ by: "titel", header: "{= row.title }" }] }), "Use “title”", "title"],
      [table({ head: ["{= custmer.name }"] }), "Use “customer.name”", "{= customer.name }"],
    ];
    for (const [design, label, expected] of cases) {
      assert.include(stringsIn(fixed(design, label).design.schemas), expected);
    }
    const { settings } = fixed(designOf(text("A")), "Use “customer.name”", {
      title: "For {= upper(custmer.name) }",
    });
    assert.strictEqual(settings["title"], "For {= upper(customer.name) }");
  });

  it("move fields onto their page, and into their section", () => {
    const wide = designOf({ ...text("A"), position: { x: 190, y: 290 }, width: 400, height: 20 });
    const problems = problemsIn(wide);
    assert.deepEqual(
      problems.map(({ message }) => message),
      ["It is partly outside of the page.", "It is partly outside of the page."],
    );
    const [moved] = fixed(wide, "Move onto the page").design.schemas[0]!;
    assert.deepInclude(moved, { position: { x: 0, y: 277 }, width: 210, height: 20 });
    const inside = { name: "a", ...BOX, ...text("A"), position: { x: 45, y: 2 } };
    const section = designOf({ type: "section", name: "part", height: 30, fields: [inside] });
    const [box] = fixed(section, "Move into the section").design.schemas[0]!;
    assert.deepInclude(JSON.stringify(box?.["fields"]), '"position":{"x":0,"y":2}');
  });

  it("mark pictures as decoration if the document must be accessible", () => {
    const picture = designOf({ type: "image", content: "", readOnly: true });
    const settings = { standard: "pdf/ua-1", language: "en" };
    const [field] = fixed(picture, "Mark as decoration", settings).design.schemas[0]!;
    assert.strictEqual(field?.["decorative"], true);
  });

  it("use the nearest font, also in the styles of tables", () => {
    const design = designOf(
      { ...text("A"), fontName: "Robto" },
      { type: "table", headStyles: { fontName: "Robto", fontSize: 9 } },
    );
    const message = 'No font is named "Robto". Did you mean "Roboto" or "Robotica"?';
    const fieldErrors = {
      "layout.schemas.0.0.fontName": [message],
      "layout.schemas.0.1.headStyles.fontName": [message],
    };
    const problems = problemsFrom({ formErrors: [], fieldErrors }, design);
    assert.strictEqual(problems[0]?.message, "The project has no font “Robto”.");
    assert.deepEqual(labelsOf(problems), [["Use “Roboto”"], ["Use “Roboto”"]]);
    const result = problems.reduce<Fixable>(
      (subject, { fixes = [] }) => fixes[0]?.apply(subject) ?? subject,
      { design, custom: MANIFEST, settings: {} },
    );
    const [one, other] = result.design.schemas[0]!;
    assert.strictEqual(one?.["fontName"], "Roboto");
    assert.deepEqual(other?.["headStyles"], { fontName: "Roboto", fontSize: 9 });
  });

  it("rename lists with a dot, which are among the problems", () => {
    const loops = MANIFEST.loops.map((loop) => ({ ...loop, key: "order.items" }));
    const custom = { ...MANIFEST, loops };
    const design = designOf({ type: "table", name: "order.items", columns: ["title"] });
    const problems = problemsOf(
      { ...toLayout(design, definitionsFrom(null, custom)), manifest: custom },
      design,
    );
    assert.strictEqual(problems[0]?.place, "Data, “order.items”");
    const [fix] = problems[0]?.fixes ?? [];
    assert.strictEqual(fix?.label, "Rename it to “order_items”");
    const result = fix?.apply({ design, custom, settings: {} });
    assert.strictEqual(result?.custom.loops[0]?.key, "order_items");
    assert.strictEqual(result?.design.schemas[0]?.[0]?.name, "order_items");
  });

  it("name the definition that is not valid", () => {
    const design = designOf(text("A"));
    const [problem] = problemsOf(
      {
        ...design,
        manifest: { variables: [{ key: "a", label: "A", dataType: "colour" }], loops: [] },
      },
      design,
    );
    assert.strictEqual(problem?.place, "Data, “a”");
  });
});
