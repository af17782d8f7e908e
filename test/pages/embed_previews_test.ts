import { assert, layer } from "@effect/vitest";
import { type BuilderCaller, Previews } from "@paraph/core/embed";
import { BarcodeType } from "@paraph/core/layouts";
import { imageFetcherNone } from "@paraph/core/renders";
import { Publication } from "@paraph/core/templates";
import { createProject, migratedStores } from "@paraph/database/testing";
import { sharedRenderer } from "@paraph/pdf/testing/shared_renderer";
import { Effect, Layer } from "effect";

const previews = Previews.layer.pipe(
  Layer.provide(Publication.layer),
  Layer.provide(Layer.provide(sharedRenderer, imageFetcherNone)),
  Layer.provideMerge(migratedStores),
);

const field = (name: string, type: string, row: number, more: object = {}) => ({
  name,
  type,
  width: 60,
  height: 18,
  position: { x: 20, y: 20 + row * 20 },
  ...more,
});
const layoutOf = (...fields: ReadonlyArray<ReturnType<typeof field>>) => ({
  basePdf: { width: 210, height: 297, padding: [20, 20, 20, 20] },
  schemas: [fields],
});
const EVERYTHING = [
  "text",
  "image",
  "signature",
  "checkbox",
  "date",
  "dateTime",
  "svg",
  ...BarcodeType.literals,
];

layer(previews, { excludeTestServices: true, timeout: "60 seconds" })("Previews", (it) => {
  it.effect("renders samples of every kind of field", () =>
    Effect.gen(function* () {
      const preview = yield* Previews;
      const caller: BuilderCaller = { kind: "partner", projectId: yield* createProject };
      for (const type of EVERYTHING) {
        const name = `${type}_field`;
        const { bytes, pageCount } = yield* preview.layout(caller, {
          layout: layoutOf(
            field(name, type, 0),
            field("rows", "table", 2, { columns: ["a", "b"] }),
          ),
        });
        assert.strictEqual(pageCount, 1, type);
        assert.strictEqual(Buffer.from(bytes.subarray(0, 5)).toString(), "%PDF-", type);
      }
    }),
  );

  it.effect("reports problems of the layout, and data that cannot be rendered", () =>
    Effect.gen(function* () {
      const preview = yield* Previews;
      const caller: BuilderCaller = { kind: "partner", projectId: yield* createProject };
      const pathsOf = (layout: ReturnType<typeof layoutOf>, data: Record<string, unknown>) =>
        Effect.map(Effect.flip(preview.layout(caller, { layout, data })), (error) => ({
          tag: error._tag,
          ...("issues" in error ? error.issues : {}),
        }));
      const wrong = yield* pathsOf(layoutOf(field("a", "hologram", 0)), {});
      assert.deepEqual(
        [wrong.tag, Object.keys(wrong.fieldErrors ?? {})],
        ["invalid_request", ["layout.schemas.0.0.type"]],
      );
      const layout = layoutOf(field("code", "ean13", 0));
      const unfit = yield* pathsOf(layout, { code: {} });
      assert.deepEqual(
        [unfit.tag, Object.keys(unfit.fieldErrors ?? {})],
        ["invalid_input_data", ["code"]],
      );
      const undrawable = yield* pathsOf(layout, { code: "no digits" });
      assert.strictEqual(undrawable.tag, "invalid_input_data");
      assert.strictEqual(undrawable.formErrors?.length, 1);
    }),
  );
});
