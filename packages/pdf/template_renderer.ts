import { checkInputData, InvalidInputData } from "@paraph/core/manifests";
import { PdfRenderer } from "@paraph/core/renders";
import {
  type CompiledVersion,
  Publication,
  type PublishTemplate,
  versionOf,
} from "@paraph/core/templates";
import { TemplateVersionId } from "@paraph/core/values";
import { Effect, Result } from "effect";
import { SecureRandom } from "effect/crypto";

/**
 * Renders templates that are stored nowhere. The template of the last render stays compiled: with other data it
 * is neither checked nor compiled again.
 */
export const makeTemplateRenderer = Effect.gen(function* () {
  const { prepare } = yield* Publication;
  const { render: draw } = yield* PdfRenderer;
  const { uuidV4 } = yield* SecureRandom.SecureRandom;
  let last: { readonly text: string; readonly version: CompiledVersion } | undefined;

  const compiledVersion = Effect.fnUntraced(function* (template: PublishTemplate) {
    const text = JSON.stringify(template);
    if (last?.text === text) return last.version;
    const { layout, compiled } = yield* prepare(template);
    const source = { layout, manifest: template.manifest, title: template.name };
    const version = versionOf(TemplateVersionId.make(yield* uuidV4()), source, compiled);
    last = { text, version };
    return version;
  });

  return Effect.fn("TemplateRenderer.render")(function* (
    template: PublishTemplate,
    data: Readonly<Record<string, unknown>>,
  ) {
    const version = yield* compiledVersion(template);
    const checked = yield* Effect.fromResult(
      Result.mapError(checkInputData(template.manifest, data), (issues) =>
        InvalidInputData.of(issues),
      ),
    );
    return yield* draw({ version, data: checked });
  });
});
