import { Context, Effect, Layer, Option, Schema } from "effect";

import { Conflict, NotFound, type ProjectId, RenderId } from "../values/mod.ts";
import { dataStorage, inputDataOf } from "./documents/stored_data.ts";
import { RenderStore } from "./render_store.ts";

/** The data that a render was submitted with. */
export const RenderInputData = Schema.Struct({
  data: Schema.Record(Schema.String, Schema.Unknown).annotateKey({
    description:
      "The data by the keys of the manifest, as the document shows it. Numbers and amounts are decimal text. `POST /v1/templates/{slug}/render` accepts it.",
  }),
}).annotate({ identifier: "RenderData", description: "The data that a render was made from." });

/** Reads the data of renders. */
export class RenderInputs extends Context.Service<
  RenderInputs,
  {
    /** The data of an accepted render; not found for an uploaded PDF. */
    readonly read: (
      project: ProjectId,
      id: string,
    ) => Effect.Effect<typeof RenderInputData.Type, NotFound | Conflict>;
  }
>()("@paraph/core/renders/RenderInputs") {
  static readonly layer = Layer.effect(
    RenderInputs,
    Effect.gen(function* () {
      const renders = yield* RenderStore;
      const storage = yield* dataStorage;
      const required = <A>(option: Option.Option<A>) =>
        Effect.fromOption(option, () => NotFound.of("render"));

      const read = Effect.fn("RenderInputs.read")(function* (project: ProjectId, id: string) {
        const found = isRenderId(id) ? yield* renders.find(project, id) : Option.none();
        const render = yield* required(found);
        if (render.templateId === null) return yield* NotFound.of("data");
        if (render.encryption === "password") return yield* NEEDS_PASSWORD;
        const stored = yield* required(yield* renders.findData(render.id));
        const { values, loops } = inputDataOf(yield* storage.load(stored));
        return { data: { ...values, ...loops } };
      });

      return RenderInputs.of({ read });
    }),
  );
}

const isRenderId = Schema.is(RenderId);

/** The data has what the password protects. */
const NEEDS_PASSWORD = Conflict.of(
  "A password opens the document of this render, so its data is not returned",
);
