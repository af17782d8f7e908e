import { Context, Effect, Layer, Result } from "effect";

import { checkInputData, type Manifest, sampleData } from "../manifests/mod.ts";
import {
  type TemplateNotFound,
  Templates,
  VersionNotFound,
  versionStorage,
} from "../templates/mod.ts";
import { Conflict, type ProjectId, sizedCache, TemplateVersionId } from "../values/mod.ts";
import { QueueUnavailable } from "./errors.ts";
import { PdfRenderer, type RenderedPdf } from "./pdf_renderer.ts";

/** Versions and their sample data never change, so their documents are cached, which have few pages. */
const CACHE = { count: 100, bytes: 16 * 1024 * 1024 } as const;

/** Renders versions of templates with their sample data. The documents are not stored. */
export class VersionPreviews extends Context.Service<
  VersionPreviews,
  {
    /** The document of a version; a conflict if the version cannot render its sample data. */
    readonly open: (
      project: ProjectId,
      slug: string,
      versionNumber: number,
    ) => Effect.Effect<
      RenderedPdf,
      TemplateNotFound | VersionNotFound | Conflict | QueueUnavailable
    >;
  }
>()("@paraph/core/renders/VersionPreviews") {
  static readonly layer = Layer.effect(
    VersionPreviews,
    Effect.gen(function* () {
      const templates = yield* Templates;
      const renderer = yield* PdfRenderer;
      const { load } = yield* versionStorage;

      const documentOf = yield* sizedCache({
        ...CACHE,
        lookup: Effect.fnUntraced(function* (id: string) {
          const version = yield* load(TemplateVersionId.make(id));
          const data = yield* samplesOf(version.manifest);
          return yield* renderer
            .render({ version, data })
            .pipe(
              Effect.catchTags({
                render_fault: ({ message }) => Effect.fail(Conflict.of(unrenderable(message))),
                renderer_unavailable: ({ message }) =>
                  Effect.andThen(
                    Effect.logWarning("A preview could not be rendered", message),
                    Effect.fail(QueueUnavailable.of()),
                  ),
              }),
            );
        }),
        sizeOf: ({ bytes }: RenderedPdf) => bytes.length,
      });

      const open = Effect.fn("VersionPreviews.open")(function* (
        project: ProjectId,
        slug: string,
        versionNumber: number,
      ) {
        const { version } = yield* templates
          .pin(project, slug, versionNumber)
          .pipe(
            Effect.catchTag("no_published_version", () =>
              Effect.fail(VersionNotFound.of(versionNumber)),
            ),
          );
        return yield* documentOf(version.id);
      });

      return VersionPreviews.of({ open });
    }),
  );
}

/** The sample data of a manifest as the renderer takes it. */
function samplesOf(manifest: Manifest) {
  return Effect.fromResult(
    Result.mapError(checkInputData(manifest, sampleData(manifest)), ([issue]) =>
      Conflict.of(unrenderable(issue === undefined ? "" : `${issue.path}: ${issue.message}`)),
    ),
  );
}

function unrenderable(reason: string): string {
  return `The version cannot render its sample data: ${reason}`;
}
