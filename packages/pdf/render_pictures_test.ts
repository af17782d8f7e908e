import { inflateSync } from "node:zlib";

import { assert, describe, it } from "@effect/vitest";

import { PermanentRenderError } from "./permanent_render_error.ts";
import { dataOf, type Design, field, layoutOf, manifestOf, rowsOf } from "./testing/fixtures.ts";

const { compileLayout } = await import("./compile/compile_layout.ts");
const { renderDocument } = await import("./render_document.ts");
const draw = async ({ layout, manifest, data }: Design) =>
  renderDocument(await compileLayout({ layout, manifest, title: "Title" }), data, new Map());
const failureOf = async (design: Design) => {
  try {
    await draw(design);
    return undefined;
  } catch (error) {
    if (error instanceof PermanentRenderError) return { code: error.code, message: error.message };
    throw error;
  }
};

/** The operators that paint a drawing. */
const operatorsOf = async (svg: string) => {
  const { bytes } = await draw({
    layout: layoutOf(field({ type: "svg", width: 40, height: 40 })),
    manifest: manifestOf(),
    data: dataOf({ text: svg }),
  });
  const file = Buffer.from(bytes).toString("latin1");
  const form = file.indexOf("/Subtype/Form");
  const start = file.indexOf("stream\n", form) + "stream\n".length;
  const content = inflateSync(Buffer.from(file.slice(start), "latin1"), { finishFlush: 2 });
  return content.toString("latin1").split("\n");
};

describe("renderDocument()", () => {
  it.each([
    ["gs1datamatrix", "(01)03453120000011(9999)x", "text: Not a gs1datamatrix barcode"],
    ["pdf417", "~".repeat(1000), undefined],
    ["code128", "Ünïcode ☃", "text: Not a code128 barcode"],
    ["pdf417", "Ünïcode", "text: Not a pdf417 barcode"],
    ["svg", '<svg><rect width="1" height="1" fill="url(a.svg#a)"/></svg>', 'text: "url(a.svg#a)"'],
    ["svg", "<svg><text>☃</text></svg>", undefined],
    ["svg", '<svg><rect width="1" height="1" fill="url(#a)"/></svg>', undefined],
    ["svg", '<svg><path d="M x"/></svg>', 'text: The path "M x"'],
    ["svg", '<svg viewBox="0 0 0 0"><circle r="4"/></svg>', "text: Its viewBox has no area"],
    ["svg", "<svg><style>.a{fill:red}</style></svg>", "text: It shows nothing"],
    ["svg", `<svg><rect width="1" height="1" fill="blau"/></svg>`, undefined],
    ["svg", `<svg><g transform="turn(9)"/></svg>`, 'text: The transform "turn(9)"'],
    ["svg", '<svg><image href="/a.png"/></svg>', "text: <image> needs a PNG or JPEG"],
    ["svg", "<svg><g></g></svg>", "text: It shows nothing"],
    ["svg", '<!DOCTYPE svg>\n<svg><rect width="1" height="1"/></svg>\n', undefined],
    ["svg", '<svg viewBox="0,0,9,9"><path d="M0 0\n5\t5 0\n5z"/></svg>', undefined],
    ["svg", '<svg viewBox="0 0 9 9"><polyline points="0,0 5,5\n0,5"/></svg>', undefined],
  ])("draws a %s of %s, or reports why not", async (type, text, message) => {
    const failure = await failureOf({
      layout: layoutOf(field({ type, width: 60, height: 40 })),
      manifest: manifestOf(),
      data: dataOf({ text }),
    });
    if (message === undefined) return assert.isUndefined(failure);
    assert.deepInclude(failure, { code: "render_failed" });
    assert.include(
      failure instanceof Error ? "" : JSON.parse(JSON.stringify(failure)).message,
      message,
    );
  });

  it.each([
    ['<rect width="3" height="3" fill="none" stroke="red"/>', ["1 0 0 RG", "1 w", "S"], ["f", "B"]],
    ['<g fill="blue"><rect width="3" height="3" fill="inherit"/></g>', ["0 0 1 rg", "f"], ["S"]],
    ['<g color="lime"><path d="M0 0h3v3z" fill="currentColor"/></g>', ["0 1 0 rg", "f"], ["S"]],
    [
      '<g fill="currentColor"><path color="lime" d="M0 0h3v3z"/></g>',
      ["0 1 0 rg", "f"],
      ["0 0 0 rg", "S"],
    ],
    ['<g style="fill:none;stroke:Red"><path d="M0 0h3v3z"/></g>', ["1 0 0 RG", "S"], ["f", "B"]],
    ['<rect width="3" height="3" stroke-width="2"/>', ["f"], ["S", "B"]],
  ])("paints %s as specified", async (inside, expected, others) => {
    const operators = await operatorsOf(`<svg viewBox="0 0 9 9">${inside}</svg>`);
    assert.includeMembers(operators, expected);
    for (const operator of others) assert.notInclude(operators, operator);
  });

  it("fails when a head leaves no space for rows", async () => {
    const failure = await failureOf({
      layout: layoutOf(
        field({ name: "rows", type: "table", columns: ["name"], head: ["{text}"], width: 20 }),
      ),
      manifest: manifestOf(),
      data: dataOf({ text: "word ".repeat(300) }, rowsOf(3)),
    });
    assert.deepEqual(failure, {
      code: "render_failed",
      message: "rows: The head is so high that no row fits beneath it on a page",
    });
  });
});
