import { assert, describe, it } from "@effect/vitest";
import { decodePDFRawStream, PDFDocument, PDFRawStream } from "pdf-lib";

import { compileLayout } from "../compile/compile_layout.ts";
import { partProblems } from "../compile/part_problems.ts";
import { renderDocument } from "../render_document.ts";
import { CHARTS } from "../testing/charts.ts";
import { dataOf, field, layoutOf, manifestOf } from "../testing/fixtures.ts";
import { textsOf } from "../testing/printed_texts.ts";

const box = { position: { x: 10, y: 10 }, width: 160, height: 100 };
const chart = field({ ...box, type: "svg" });

const draw = async (text: string) => {
  const layout = layoutOf(chart);
  const template = await compileLayout({ layout, manifest: manifestOf(), title: "Title" });
  return await renderDocument(template, dataOf({ text }), new Map());
};
const warningsOf = async (text: string) =>
  (await draw(text)).warnings.map(({ message }) => message);
const failureOf = (text: string) => draw(text).then(() => "drawn", String);
const svg = (content: string) => `<svg viewBox="0 0 100 100">${content}</svg>`;
const RECTANGLE = '<rect width="9" height="9"/>';

describe("drawSvg()", () => {
  it.each([
    ["d3", []],
    ["echarts", ['The filter "drop-shadow(1px 2px 3px rgba(0,0,0,.4))" has no effect']],
    ["vega", []],
    ["mermaid", ["<foreignObject> is not drawn"]],
    ["matplotlib", []],
    ["effects", []],
  ] as const)("draws a chart of %s", async (name, warnings) => {
    assert.deepEqual(await warningsOf(CHARTS[name]), [...warnings]);
  });

  it("is deterministic", async () => {
    const [one, other] = [await draw(CHARTS.effects), await draw(`${CHARTS.effects} `)];
    assert.deepEqual(Buffer.from(one.bytes), Buffer.from(other.bytes));
  });

  it.each([
    ["<text y='20'>Grüße 访问 שלום ☎</text>", "Grüße 访问 שלום ☎"],
    ["<text y='20'>one  <tspan font-weight='bold'>two</tspan>\n three </text>", "one two three"],
    ["<text y='20' x='1 20 40'>abc</text>", "a b c"],
    ["<switch><foreignObject/><text y='20'>label</text></switch>", "label"],
  ])("has the text of %s", async (content, expected) => {
    const { bytes } = await draw(svg(content));
    const texts = (await textsOf(bytes)).map(({ text }) => text.trim());
    assert.equal(texts.join(" ").replaceAll(/\s+/g, " "), expected);
  });

  it.each([
    ["<script>alert(1)</script>", "<script> is not drawn"],
    ["<animate attributeName='x'/>", "<animate> is not drawn"],
    ["<use href='#a'/>", '<use> refers to "#a", which is not in the drawing'],
    ["<use href='https://a.b/c.svg#d'/>", "which is not in the drawing"],
    ["<style>@import url(https://a.b/c.css);</style>", "@import has no effect"],
    ["<style>@font-face{font-family:a;src:url(https://a.b/c)}</style>", "@font-face has no effect"],
    ["<g mask='url(#a)'/>", 'No <mask> for "url(#a)"'],
    ["<path d='M0 0h9' stroke='url(#a) red'/>", 'No gradient or pattern has the id "a"'],
    ["<text>&nbsp;a</text>", "The SVG is not well-formed XML: undefined entity"],
    ["<text>\ue000</text>", "No font has"],
    [RECTANGLE.replace("/>", " fill='reddish'/>"), 'The colour "reddish" is not supported'],
    ["<g style='color:#12'/>", 'The colour "#12" is not supported'],
  ])("warns about %s", async (content, warning) => {
    const warnings = await warningsOf(svg(RECTANGLE + content));
    assert.include(warnings.join("\n"), warning);
  });

  it("ignores a colour of the data that it cannot read, as browsers do", async () => {
    const shape = (paint: string) => svg(`<g fill="red"><rect width="9" height="9" ${paint}/></g>`);
    const [ignored, inherited] = [await draw(shape('fill="reddish"')), await draw(shape(""))];
    assert.deepEqual(Buffer.from(ignored.bytes), Buffer.from(inherited.bytes));
    const [other, red] = [
      await draw(shape('fill="red" style="fill: reddish"')),
      await draw(shape('fill="red"')),
    ];
    assert.deepEqual(Buffer.from(other.bytes), Buffer.from(red.bytes));
    const stops = (colour: string) =>
      svg(
        `<linearGradient id="g"><stop stop-color="${colour}"/><stop offset="1" stop-color="blue"/></linearGradient><rect width="9" height="9" fill="url(#g)"/>`,
      );
    const [unread, black] = [await draw(stops("hsv(1,2,3)")), await draw(stops("black"))];
    assert.deepEqual(Buffer.from(unread.bytes), Buffer.from(black.bytes));
  });

  it("draws elements whose names have a prefix", async () => {
    const prefixed = `<s:svg xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><s:rect width="9" height="9"/></s:svg>`;
    const [one, other] = [await draw(prefixed), await draw(svg(RECTANGLE))];
    assert.deepEqual(Buffer.from(one.bytes), Buffer.from(other.bytes));
    assert.deepEqual(one.warnings, []);
  });

  const laughs = Array.from(
    { length: 10 },
    (_, level) => `<g id="l${level + 1}">${`<use href="#l${level}"/>`.repeat(10)}</g>`,
  );
  it.each([
    [
      `<defs><g id="l0">${RECTANGLE}</g>${laughs.join("")}</defs><use href="#l10"/>`,
      "100000 elements",
    ],
    [`<g id="a" clip-path="url(#c)">${RECTANGLE}<use href="#a"/></g>`, "drawn"],
    [
      `<defs>${laughs.join("")}<clipPath id="c" clipPathUnits="objectBoundingBox">${RECTANGLE}</clipPath></defs><g id="l0">${RECTANGLE}</g><g clip-path="url(#c)"><use href="#l10"/></g>`,
      "100000 elements",
    ],
    [RECTANGLE.repeat(50_001), "more than 50000 elements"],
    [`${"<g>".repeat(300)}${RECTANGLE}${"</g>".repeat(300)}`, "nested too deep"],
    [
      `<pattern id="p" width="1e-5" height="1e-5"><rect width="1" height="1"/></pattern><rect width="9" height="9" fill="url(#p)"/>`,
      "tiles of a pattern are too small",
    ],
    [
      `<pattern id="p" width="1" height="1"><rect width="9" height="9" fill="url(#p)"/></pattern><rect width="9" height="9" fill="url(#p)"/>`,
      "drawn",
    ],
    [
      `<linearGradient id="g" href="#h"/><linearGradient id="h" href="#g"/><rect width="9" height="9" fill="url(#g)"/>`,
      "drawn",
    ],
    [
      `<style>x ${"g ".repeat(30)}rect{fill:red}</style>${"<g>".repeat(90)}${RECTANGLE}${"</g>".repeat(90)}`,
      "style sheets are too large",
    ],
    [
      `<text font="${"1".repeat(100_000)}">a</text><text font="${" 1px".repeat(50_000)}">a</text>`,
      "drawn",
    ],
    [`<rect width="${"1".repeat(100_000)}x1" height="9"/>${RECTANGLE}`, "drawn"],
    [
      `<style>.a{fill:red}</style><rect class="${"a ".repeat(200_000)}" width="9" height="9"/>`,
      "drawn",
    ],
    [`<style>rect:last-child{fill:red}</style>${RECTANGLE.repeat(20_000)}`, "drawn"],
    [`${'<g opacity=".5">'.repeat(150)}${RECTANGLE}${"</g>".repeat(150)}`, "nested too deep"],
    [
      `<g stroke="red" stroke-dasharray="${"1 ".repeat(2_000)}">${'<path d="M0 0h9"/>'.repeat(20_000)}</g>`,
      "drawn",
    ],
    [`<rect width="9" height="9" fill="url(#a) ${"url(#a) ".repeat(20_000)}"/>`, "drawn"],
    [`<rect width="9" height="9" fill="url(${" ".repeat(100_000)}"/>`, "drawn"],
    [`<rect width="9" height="9" fill="rgb(1${" ".repeat(100_000)}"/>`, "drawn"],
    [`<g transform="translate(1)${" ".repeat(100_000)}!">${RECTANGLE}</g>`, "cannot be read"],
  ])("bounds the work of drawing %#", async (content, result) => {
    const since = performance.now();
    assert.include(await failureOf(svg(content)), result);
    assert.isBelow(performance.now() - since, 8_000);
  });

  it("shares the colours of a gradient between shapes", async () => {
    const stops = Array.from(
      { length: 1000 },
      (_, index) => `<stop offset="${index / 1000}" stop-color="hsl(${index % 360},50%,50%)"/>`,
    );
    const shapes = Array.from(
      { length: 1000 },
      (_, index) => `<rect width="${index + 1}" height="9" fill="url(#g)"/>`,
    );
    const gradient = `<linearGradient id="g">${stops.join("")}</linearGradient>`;
    const { bytes } = await draw(svg(gradient + shapes.join("")));
    assert.isBelow(bytes.length, 1_000_000);
  });

  it.each([
    [`font-size="1e308"`, "It has an invalid number"],
    [`x="1e308" letter-spacing="1e308"`, "It has an invalid number"],
    [`x="1e30"`, "drawn"],
    [`font-size="constructor"`, "drawn"],
    [`font-size="9constructor"`, "drawn"],
  ])("has no invalid number in text with %s", async (attributes, result) => {
    const text = svg(`${RECTANGLE}<text y="20" ${attributes}>text</text>`);
    assert.strictEqual((await failureOf(text)).includes(result), true);
    if (result !== "drawn") return;
    const { bytes } = await draw(text);
    const doc = await PDFDocument.load(bytes, { updateMetadata: false });
    const contents = doc.context
      .enumerateIndirectObjects()
      .flatMap(([, object]) =>
        object instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(object).decode()) : [],
      )
      .map((content) => content.toString("latin1"))
      .filter((content) => content.includes(" Tf"));
    assert.isNotEmpty(contents);
    for (const content of contents) assert.notMatch(content, /NaN|Infinity|\de[+-]?\d/);
  });

  it("is checked when it is published", async () => {
    const problems = (content: string) =>
      partProblems(
        { path: "", field: { ...box, name: "text", type: "svg", content }, tallest: 200 },
        manifestOf(),
        [],
      );
    assert.deepEqual(await problems(CHARTS.d3), []);
    assert.deepEqual(await problems(svg("<text>\ue000</text>")), [
      { path: "content", message: 'No font has the character "\ue000" (U+E000)' },
    ]);
    assert.deepEqual(await problems(svg("")), [{ path: "content", message: "It shows nothing" }]);
  });
});
