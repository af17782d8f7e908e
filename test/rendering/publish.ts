import { createHash } from "node:crypto";

import { BUNDLED_FONTS, type LoadableFace } from "@paraph/core/fonts";
import {
  activeContentIssues,
  AssetReader,
  checkLayout,
  fontProblems,
  type Layout,
  LayoutCompiler,
  type LayoutSource,
  overlayBase,
} from "@paraph/core/layouts";
import { checkInputData, type Manifest } from "@paraph/core/manifests";
import { type RenderInput, PdfRenderer } from "@paraph/core/renders";
import { versionOf } from "@paraph/core/templates";
import { TemplateVersionId } from "@paraph/core/values";
import { Effect, Result } from "effect";

/** A client's publication and render. */
export interface Submission {
  readonly layout: Layout;
  readonly manifest: Manifest;
  readonly data: Readonly<Record<string, unknown>>;
  /** The fonts of the project. */
  readonly fonts?: ReadonlyArray<LoadableFace>;
}

/** Checks a layout as publishing does, including its base PDF, and compiles it; fails with all problems. */
export const publish = Effect.fnUntraced(function* ({ layout, manifest, fonts = [] }: Submission) {
  const base = overlayBase(layout);
  const basePdf = base === undefined ? undefined : yield* (yield* AssetReader).basePdf(base);
  const issues = [
    ...activeContentIssues(basePdf?.activeContent ?? []),
    ...checkLayout(layout, manifest, basePdf?.pages),
    ...fontProblems(
      layout,
      [...BUNDLED_FONTS, ...fonts].map(({ name }) => name),
    ),
  ];
  if (issues.length > 0) return yield* Effect.fail({ _tag: "invalid_request" as const, issues });
  const source = { layout, manifest, title: "Corpus", fonts };
  const compiledLayout = yield* (yield* LayoutCompiler).compile(source);
  return versionOf(idOf(source), source, compiledLayout);
});

/** Checks data as the acceptance of a render does, and renders it. */
export const render = Effect.fnUntraced(function* (
  version: RenderInput["version"],
  data: Submission["data"],
) {
  const validation = checkInputData(version.manifest, data);
  if (Result.isFailure(validation))
    return yield* Effect.fail({ _tag: "invalid_input_data" as const, issues: validation.failure });
  return yield* (yield* PdfRenderer).render({ version, data: validation.success });
});

/** Equal sources have equal ids. */
function idOf(source: LayoutSource): TemplateVersionId {
  const hash = createHash("sha256").update(JSON.stringify(source)).digest("hex");
  return TemplateVersionId.make(
    `${hash.slice(0, 8)}-${hash.slice(8, 12)}-7${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`,
  );
}
