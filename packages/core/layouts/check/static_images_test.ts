import { assert, describe, it } from "@effect/vitest";

import { staticImages } from "./static_images.ts";

const PIXEL = "data:image/png;base64,AQID";
const manifest = {
  variables: [{ key: "logo", label: "Logo", dataType: "image", required: false }],
  loops: [],
} as const;

describe("staticImages()", () => {
  it("finds images of pages and of the base, but not those that data replaces", () => {
    const layout = {
      basePdf: { staticSchema: [{ name: "seal", type: "image", content: PIXEL }] },
      schemas: [
        [
          { name: "logo", type: "image", content: PIXEL },
          { name: "sign", type: "signature", content: PIXEL },
          { name: "text", type: "text", content: PIXEL },
          { name: "broken", type: "image", content: "nothing" },
        ],
      ],
    };
    assert.deepStrictEqual(staticImages(layout, manifest), [
      { path: "layout.basePdf.staticSchema.0.content", bytes: new Uint8Array([1, 2, 3]) },
      { path: "layout.schemas.0.1.content", bytes: new Uint8Array([1, 2, 3]) },
    ]);
  });

  it("ignores invalid layouts", () => {
    assert.deepStrictEqual(
      staticImages({ basePdf: null, schemas: [null, [null, 1]] }, manifest),
      [],
    );
  });
});
