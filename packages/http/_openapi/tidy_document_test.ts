import { assert, describe, it } from "@effect/vitest";

import { INTERNAL } from "./tags.ts";
import { tidyDocument } from "./tidy_document.ts";

const $ref = "#/components/schemas/Key";
const key = { name: "key", in: "header", required: false, schema: { $ref } };
const operation = {
  tags: ["renders"],
  summary: "Get a render",
  operationId: "renders.get",
  parameters: [key, { ...key, schema: { $ref, allOf: [{ description: "This one." }] } }],
  responses: {
    200: { description: "A render." },
    404: { description: "`a`: None. | `b`: Not yet." },
  },
};
const document = tidyDocument({
  paths: { "/": { get: operation, post: { ...operation, tags: ["signing"] } } },
  components: { schemas: { Key: { type: "string", description: "Any key." } } },
});

describe("tidyDocument()", () => {
  it("describes parameters, also by the schemas that they refer to", () => {
    assert.deepNestedPropertyVal(
      document,
      "paths./.get.parameters",
      ["Any key.", "This one."].map((description) => ({
        name: "key",
        in: "header",
        required: false,
        description,
        schema: { $ref },
      })),
    );
  });

  it("lists the errors of a status", () => {
    assert.nestedPropertyVal(
      document,
      "paths./.get.responses.404.description",
      "- `a`: None.\n- `b`: Not yet.",
    );
    assert.nestedPropertyVal(document, "paths./.get.responses.200.description", "A render.");
  });

  it("gives groups their tags and marks the calls of pages as internal", () => {
    assert.deepNestedPropertyVal(document, "paths./.get.tags", ["Renders"]);
    assert.notNestedProperty(document, "paths./.get.x-internal");
    assert.deepNestedPropertyVal(document, "paths./.post.tags", [INTERNAL]);
    assert.nestedPropertyVal(document, "paths./.post.x-internal", true);
  });
});
