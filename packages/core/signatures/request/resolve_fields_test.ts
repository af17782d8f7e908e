import { assert, describe, it } from "@effect/vitest";
import { Result, Schema } from "effect";

import { resolveFields } from "./resolve_fields.ts";

const A4 = { width: 595.28, height: 841.89 };
const FIELD = { recipientIndex: 0, type: "signature", page: 1, x: 10, y: 20 } as const;
const TAG = { recipientIndex: 1, type: "initials", anchorString: "Sign here" } as const;

describe("resolveFields()", () => {
  it("applies the default size of a field's type", () => {
    const [field] = Result.getOrThrow(
      resolveFields({ fields: [FIELD] }, { pages: [A4], matches: [] }),
    );
    assert.deepInclude(field, { page: 1, x: 10, y: 20, type: "signature", required: true });
    assert.approximately(field?.width ?? 0, (150 / A4.width) * 100, 1e-9);
    assert.approximately(field?.height ?? 0, (40 / A4.height) * 100, 1e-9);
  });

  it("places fields on every occurrence of a text, with the same left and bottom edges", () => {
    const occurrences = [
      [
        { page: 1, x: 10, y: 50, width: 12, height: 2 },
        { page: 2, x: 30, y: 90, width: 12, height: 2 },
      ],
    ];
    const tag = { ...TAG, width: 100, height: 50 };
    const document = { pages: [A4, { width: 1000, height: 500 }], matches: occurrences };
    const fields = Result.getOrThrow(resolveFields({ anchorTags: [tag] }, document));
    assert.deepEqual(
      fields.map(({ page, type, recipientIndex }) => [page, type, recipientIndex]),
      [
        [1, "initial", 1],
        [2, "initial", 1],
      ],
    );
    assert.approximately(fields[0]!.y + fields[0]!.height, 52, 1e-9);
    assert.deepInclude(fields[1], { x: 30, y: 82, width: 10, height: 10 });
  });

  it("moves an anchored field right and up by its offsets, and keeps it on the page", () => {
    const occurrences = [[{ page: 1, x: 30, y: 50, width: 12, height: 2 }]];
    const document = { pages: [{ width: 1000, height: 500 }], matches: occurrences };
    const boxOf = (offsets: object) => {
      const tag = { ...TAG, width: 100, height: 50, ...offsets };
      return Result.getOrThrow(resolveFields({ anchorTags: [tag] }, document))[0];
    };
    assert.deepInclude(boxOf({}), { x: 30, y: 42 });
    assert.deepInclude(boxOf({ offsetX: 25, offsetY: 10 }), { x: 32.5, y: 40 });
    assert.deepInclude(boxOf({ offsetX: -25, offsetY: -10 }), { x: 27.5, y: 44 });
    assert.deepInclude(boxOf({ offsetX: -1000, offsetY: 1000 }), { x: 0, y: 0 });
    assert.deepInclude(boxOf({ offsetX: 1000, offsetY: -1000 }), { x: 90, y: 90 });
  });

  it("reports all missing pages and texts, except optional anchors", () => {
    const anchorTags = [TAG, { ...TAG, ignoreIfNotPresent: true }];
    const request = { fields: [FIELD, { ...FIELD, page: 3 }], anchorTags };
    const problems = Result.flip(resolveFields(request, { pages: [A4], matches: [[], []] }));
    assert.deepEqual(
      Result.getOrThrow(problems).map(({ path }) => path),
      ["fields.1.page", "anchorTags.0.anchorString"],
    );
  });

  it("rejects more than the maximum number of fields", () => {
    const place = { page: 1, x: 1, y: 1, width: 1, height: 1 };
    const occurrences = [Array.from({ length: 1001 }, () => place)];
    const problems = Result.flip(
      resolveFields({ anchorTags: [TAG] }, { pages: [A4], matches: occurrences }),
    );
    assert.deepEqual(
      Result.getOrThrow(problems).map(({ path }) => path),
      ["anchorTags"],
    );
  });

  const Percent = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 100 }));
  const Size = Schema.Finite.check(Schema.isBetween({ minimum: 0.01, maximum: 100 }));
  it.prop(
    "keeps every field on its page",
    [Percent, Percent, Size, Size],
    ([x, y, width, height]) => {
      const field = { ...FIELD, x, y, width, height };
      const [resolvedField] = Result.getOrThrow(
        resolveFields({ fields: [field] }, { pages: [A4], matches: [] }),
      );
      const { x: left, y: top } = resolvedField!;
      return left >= 0 && top >= 0 && left + width <= 100 + 1e-9 && top + height <= 100 + 1e-9;
    },
  );
});
