import { assert, describe, it } from "@effect/vitest";

import {
  A4,
  dataOf,
  dataUri,
  type Design,
  field,
  layoutOf,
  manifestOf,
  PICTURE,
  rowsOf,
  sourceOf,
} from "./testing/fixtures.ts";

const { compileLayout } = await import("./compile/compile_layout.ts");
const { renderDocument } = await import("./render_document.ts");
const draw = async (drawing: Design) =>
  renderDocument(await compileLayout(sourceOf(drawing)), drawing.data, new Map());

describe("signing fields", () => {
  const sign = (more: object = {}) =>
    field({ name: "sign", type: "signature", role: "client", width: 84, height: 15, ...more });
  const placesOf = async (layout: Design["layout"], data = dataOf()) =>
    (await draw({ layout, manifest: manifestOf(), data })).signingFields;

  it("have their choices, and texts from the data", async () => {
    const layout = layoutOf(
      sign({ name: "plan", type: "signingChoice", options: ["A", "B"], content: "" }),
      sign({
        name: "mail",
        type: "signingText",
        content: "{text}\n today",
        placeholder: "Where to",
        validation: "email",
      }),
      sign({ name: "on", type: "signingDate", format: "DD.MM.YYYY" }),
    );
    const [plan, mail, on] = await placesOf(layout, dataOf({ text: "x@y.example" }));
    assert.deepInclude(plan, { options: ["A", "B"], display: "dropdown" });
    assert.deepInclude(mail, {
      value: "x@y.example today",
      placeholder: "Where to",
      validation: "email",
    });
    assert.deepInclude(on, { format: "DD.MM.YYYY" });
  });

  it("are reported in percent of the page, with stable ids", async () => {
    const layout = layoutOf(
      sign({ label: "Client", position: { x: 21, y: 29.7 } }),
      sign({ type: "initials", role: "supplier", required: false, position: { x: 21, y: 148.5 } }),
    );
    const places = await placesOf(layout);
    assert.deepStrictEqual(places, [
      {
        id: "sign",
        role: "client",
        type: "signature",
        label: "Client",
        required: true,
        page: 1,
        x: 10,
        y: 10,
        width: 40,
        height: 5.0505,
      },
      {
        id: "sign-2",
        role: "supplier",
        type: "initials",
        label: null,
        required: false,
        page: 1,
        x: 10,
        y: 50,
        width: 40,
        height: 5.0505,
      },
    ]);
    assert.deepStrictEqual(await placesOf(layout), places);
  });

  it("move down and over pages with the text above, and are not there when not shown", async () => {
    const layout = layoutOf(
      field({ height: 10, overflow: "expand" }),
      sign({ position: { x: 20, y: 40 } }),
      sign({ name: "hidden", when: "text", position: { x: 120, y: 40 } }),
      sign({ name: "rows-only", unless: "rows", position: { x: 20, y: 60 } }),
    );
    const [short] = await placesOf(layout, dataOf({ text: "One line" }));
    const long = await placesOf(layout, dataOf({ text: "A line\n".repeat(90) }, rowsOf(1)));
    assert.strictEqual(short?.page, 1);
    assert.deepEqual(
      long.map(({ id, page }) => [id, page]),
      [
        ["sign", 2],
        ["hidden", 2],
      ],
    );
    const ids = (await placesOf(layout)).map(({ id }) => id);
    assert.deepEqual(ids, ["sign", "rows-only"]);
  });

  it("draw nothing but their line, on every page with staticSchema", async () => {
    const plain = await draw({ layout: layoutOf(), manifest: manifestOf(), data: dataOf() });
    const drawn = await draw({ layout: layoutOf(sign()), manifest: manifestOf(), data: dataOf() });
    assert.deepEqual(drawn.bytes, plain.bytes);
    const lined = await draw({
      layout: layoutOf(sign({ lineColor: "#1f2937" })),
      manifest: manifestOf(),
      data: dataOf(),
    });
    assert.notDeepEqual(lined.bytes, plain.bytes);
    const everywhere = {
      ...layoutOf(field({ height: 10, overflow: "expand" })),
      basePdf: { ...A4, staticSchema: [sign({ position: { x: 20, y: 280 }, height: 10 })] },
    } as Design["layout"];
    const places = await placesOf(everywhere, dataOf({ text: "A line\n".repeat(120) }));
    assert.deepEqual(
      places.map(({ id, page }) => [id, page]),
      [
        ["sign", 1],
        ["sign-2", 2],
        ["sign-3", 3],
      ],
    );
  });

  it("of a signature without a role are images, as in pdfme", async () => {
    const image = field({ name: "mark", type: "signature", content: dataUri(PICTURE) });
    assert.deepStrictEqual(await placesOf(layoutOf(image)), []);
  });
});
