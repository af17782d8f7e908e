import { Context, Effect, Layer } from "effect";

import {
  checkInputData,
  InvalidInputData,
  type InvalidLoopKey,
  type Manifest,
} from "../../manifests/mod.ts";
import {
  type RenderInput,
  type RenderedPdf,
  PdfRenderer,
  QueueUnavailable,
} from "../../renders/mod.ts";
import { projectDefaults, Publication, versionOf, versionStorage } from "../../templates/mod.ts";
import { type InvalidRequest, newRow, TemplateVersionId, withRandom } from "../../values/mod.ts";
import { PermissionDenied } from "../errors.ts";
import type { OpenForm } from "../forms/forms.ts";
import { type BuilderCaller, projectOf, requireRight } from "./builder_caller.ts";
import type { PreviewLayout } from "./builder_template.ts";
import { draftName } from "./draft.ts";
import { prepareDraft } from "./draft_content.ts";
import { layoutSamples } from "./layout_samples.ts";

/** Renders previews. They are not stored. */
export class Previews extends Context.Service<
  Previews,
  {
    /** Checks the caller's permission before it loads data. */
    readonly layout: (
      caller: BuilderCaller,
      request: PreviewLayout,
    ) => Effect.Effect<
      RenderedPdf,
      PermissionDenied | InvalidRequest | InvalidLoopKey | InvalidInputData | QueueUnavailable
    >;
    readonly form: (
      form: OpenForm,
      data: Readonly<Record<string, unknown>>,
    ) => Effect.Effect<RenderedPdf, InvalidInputData | QueueUnavailable>;
  }
>()("@paraph/core/embed/Previews") {
  static readonly layer = Layer.effect(
    Previews,
    Effect.gen(function* () {
      const renderer = yield* PdfRenderer;
      const publication = yield* Publication;
      const { load: loadVersion } = yield* versionStorage;
      const defaultsOf = yield* projectDefaults;
      const row = yield* withRandom(newRow);

      /** Validates and renders data. */
      const renderData = Effect.fnUntraced(function* (
        version: RenderInput["version"],
        manifest: Manifest,
        input: Readonly<Record<string, unknown>>,
      ) {
        const data = yield* Effect.fromResult(checkInputData(manifest, input)).pipe(
          Effect.mapError((issues) => InvalidInputData.of(issues)),
        );
        return yield* renderer.render({ version, data }).pipe(
          Effect.catchTags({
            // A render error is a problem of the data, which the caller can change.
            render_fault: ({ message }) => InvalidInputData.of([{ path: "", message }]),
            renderer_unavailable: ({ message }) =>
              Effect.andThen(
                Effect.logWarning("A preview could not be rendered", message),
                Effect.fail(QueueUnavailable.of()),
              ),
          }),
        );
      });

      const layout = Effect.fn("Previews.layout")(function* (
        caller: BuilderCaller,
        request: PreviewLayout,
      ) {
        yield* requireRight(caller, "preview");
        // A session that fills in a form previews only that form.
        if (caller.kind === "session" && caller.session.scope.mode === "fill")
          return yield* PermissionDenied.of("preview");
        const catalog = caller.kind === "session" ? caller.session.catalog : null;
        const draftInput = { name: draftName(request), layout: request.layout };
        // A session may preview variables that its catalog does not let it publish.
        const content = yield* prepareDraft(
          publication,
          draftInput,
          catalog === null ? null : { ...catalog, allowCustom: true },
          yield* defaultsOf(projectOf(caller)),
        );
        const { layout, manifest, compiled, fonts, projectLanguage, name: title } = content;
        const id = TemplateVersionId.make((yield* row).id);
        const source = { layout, manifest, title, fonts, projectLanguage };
        const version = versionOf(id, source, compiled);
        return yield* renderData(
          version,
          manifest,
          request.data ?? layoutSamples(layout, manifest),
        );
      });

      const form = Effect.fn("Previews.form")(function* (
        { pinned: { version } }: OpenForm,
        data: Readonly<Record<string, unknown>>,
      ) {
        return yield* renderData(yield* loadVersion(version.id), version.manifest, data);
      });

      return Previews.of({ layout, form });
    }),
  );
}
