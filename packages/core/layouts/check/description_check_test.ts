import { assert, describe, it } from "@effect/vitest";

import type { Manifest } from "../../manifests/mod.ts";
import { checkLayout } from "./layout_check.ts";

const manifest: Manifest = {
  variables: [
    { key: "product", label: "Product", dataType: "text", required: true },
    { key: "photo", label: "Photo", dataType: "image", required: true },
  ],
  loops: [],
};
const box = { position: { x: 20, y: 20 }, width: 50, height: 10 };
const text = { ...box, name: "Title", type: "text", content: "Terms" };
const photo = { ...box, name: "photo", type: "image" };
const svg = { ...box, name: "Mark", type: "svg", content: "<svg></svg>" };
const code = { ...box, name: "Code", type: "qrcode", content: "A1" };

const problems = (field: object, where: "page" | "everywhere" = "page") => {
  const fields = [field];
  const basePdf = { width: 210, height: 297, padding: [20, 20, 20, 20] };
  const layout =
    where === "page"
      ? { basePdf, schemas: [fields] }
      : { basePdf: { ...basePdf, staticSchema: fields }, schemas: [[]] };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- plain JSON
  return checkLayout(layout as never, manifest).map(({ path }) => path.split(".").at(-1));
};

describe("headings and alternative texts", () => {
  it.each([
    [{ ...text, heading: 6 }],
    [{ ...photo, alt: "The {product}" }],
    [{ ...photo, decorative: true }],
    [{ ...svg, alt: "A star" }],
    [{ ...code, alt: "", decorative: true }],
  ])("are accepted: %j", (field) => {
    assert.deepStrictEqual(problems(field), []);
  });

  it.each([
    [{ ...text, heading: 0 }, "heading"],
    [{ ...text, heading: 7 }, "heading"],
    [{ ...text, heading: 1.5 }, "heading"],
    [{ ...text, heading: 2, richText: true }, "heading"],
    [{ ...photo, alt: "The {produkt}" }, "alt"],
    [{ ...photo, alt: "The product", decorative: true }, "alt"],
    [{ ...svg, alt: 1 }, "alt"],
    [{ ...code, decorative: "yes" }, "decorative"],
  ])("are refused: %j", (field, path) => {
    assert.deepStrictEqual(problems(field), [path]);
  });

  it("refuse a heading on every page", () => {
    assert.deepStrictEqual(problems({ ...text, heading: 1 }, "everywhere"), ["heading"]);
    assert.deepStrictEqual(problems({ ...photo, alt: "A logo" }, "everywhere"), []);
  });
});
