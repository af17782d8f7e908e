import { Context, Effect, Layer } from "effect";

import { BUNDLED_FONTS, type LoadableFace, usedFaces } from "../fonts/mod.ts";
import {
  accessibilityIssues,
  activeContentIssues,
  addedPageProblems,
  addedPdfs,
  archiveIssues,
  type ArchiveStandard,
  AssetReader,
  type BasePdf,
  checkLayout,
  type CompiledLayout,
  type FixedPart,
  drawnFaces,
  fixedParts,
  type FixedText,
  fixedTexts,
  fontProblems,
  generatedTexts,
  type StaticImage,
  staticImages,
  generateLayout,
  type Layout,
  LayoutCompiler,
  type LayoutSource,
  namedFonts,
  overlayBase,
  type PageConfig,
  type DisplayedPage,
  type Standards,
  type StandardSetting,
  type TemplateType,
  templateTypeOf,
  withPageDefaults,
} from "../layouts/mod.ts";
import { InvalidLoopKey } from "../manifests/mod.ts";
import { InvalidRequest, type Issue } from "../values/mod.ts";
import type { ProjectDefaults } from "./project_defaults.ts";
import type { PublishTemplate } from "./template.ts";
import {
  contentIssues,
  loopKeyIssues,
  standardIssues,
  standardsOfLayout,
} from "./template_check.ts";

/** A publication that can be rendered: its layout supplied or generated, and compiled. */
export interface PreparedPublication {
  readonly layout: Layout;
  readonly compiled: CompiledLayout;
  readonly pageConfig: PageConfig;
  readonly templateType: TemplateType;
  /** The faces of the project that the layout uses, and those that emphasize them. */
  readonly fonts: ReadonlyArray<LoadableFace>;
  /** The language that the project declares; null if it declares none. */
  readonly projectLanguage: string | null;
  /** Problems that do not prevent the publication, such as fixed text that does not fit its box. */
  readonly warnings: ReadonlyArray<Issue>;
}

/** Checks and compiles publications. Problems that do not depend on data are found here. */
export class Publication extends Context.Service<
  Publication,
  {
    readonly prepare: (
      content: PublishTemplate,
      defaults?: ProjectDefaults,
    ) => Effect.Effect<PreparedPublication, InvalidRequest | InvalidLoopKey>;
    /** The reasons why documents of a published version cannot conform to a standard in place of the one of its layout. */
    readonly standardProblems: (
      source: LayoutSource,
      standard: StandardSetting,
    ) => Effect.Effect<ReadonlyArray<Issue>>;
  }
>()("@paraph/core/templates/Publication") {
  static readonly layer = Layer.effect(
    Publication,
    Effect.gen(function* () {
      const reader = yield* AssetReader;
      const compiler = yield* LayoutCompiler;

      /** The pages of the base PDF, if there is one; problems if it is unreadable or has forbidden content. */
      const basePages = Effect.fnUntraced(function* (layout: Layout, { archive }: Standards) {
        const base = overlayBase(layout);
        if (base === undefined) return { pages: undefined, issues: NONE };
        return yield* reader.basePdf(base, archive).pipe(
          Effect.map((pdf): BasePages => ({
            pages: pdf.pages,
            issues: contentIssuesOf(pdf, archive, "layout.basePdf"),
          })),
          Effect.catchTag("unreadable_asset", ({ message }) =>
            Effect.succeed({ pages: undefined, issues: [{ path: "layout.basePdf", message }] }),
          ),
        );
      });

      /** The problems of the PDFs that the layout adds: unreadable, with forbidden content, or too long. */
      const addedProblems = Effect.fnUntraced(function* (
        layout: Layout,
        { archive }: Standards,
        basePageCount: number,
      ) {
        const counts = new Map<string, number>();
        const issues = yield* Effect.forEach(addedPdfs(layout), ({ filePath, bytes }) =>
          bytes === undefined
            ? Effect.succeed(NONE)
            : reader.basePdf(bytes, archive).pipe(
                Effect.map((pdf) => {
                  counts.set(filePath, pdf.pages.length);
                  return contentIssuesOf(pdf, archive, filePath);
                }),
                Effect.catchTag("unreadable_asset", ({ message }) =>
                  Effect.succeed([{ path: filePath, message }]),
                ),
              ),
        );
        return [...issues.flat(), ...addedPageProblems(counts, basePageCount)];
      });

      /** The problems of an image in the layout. */
      const imageProblem = ({ path, bytes }: StaticImage) =>
        reader.image(bytes).pipe(
          Effect.as(NONE),
          Effect.catchTag("unreadable_asset", ({ message }) => Effect.succeed([{ path, message }])),
        );

      /** The problems of a field's SVG or barcode, or of a table's styles. */
      const partProblems = (
        part: FixedPart,
        { layout, manifest }: PublishTemplate,
        fonts: ReadonlyArray<LoadableFace>,
      ) =>
        reader.partProblems(part, manifest, fonts).pipe(
          Effect.catchTag("unreadable_asset", ({ message }) =>
            Effect.succeed([{ path: "content", message }]),
          ),
          Effect.map((issues) =>
            issues.map(({ path, message }) =>
              // A generated field has no path that the client knows.
              ({ path: layout === undefined ? "manifest" : `${part.path}.${path}`, message }),
            ),
          ),
        );

      /** The characters of fixed texts without a font. */
      const letterProblems = Effect.fnUntraced(function* (
        texts: ReadonlyArray<FixedText>,
        fonts: ReadonlyArray<LoadableFace>,
      ) {
        const missing = yield* reader
          .missingCharacters(texts, fonts)
          .pipe(Effect.orElseSucceed((): ReadonlyArray<null> => []));
        return texts.flatMap(({ path }, index) => {
          const character = missing[index] ?? null;
          return character === null ? [] : [{ path, message: `No font has "${character}"` }];
        });
      });

      const compile = (source: LayoutSource, path: string) =>
        Effect.catchTag(compiler.compile(source), "unreadable_asset", ({ message }) =>
          InvalidRequest.of([{ path, message }]),
        );

      const prepare = Effect.fn("Publication.prepare")(function* (
        content: PublishTemplate,
        { faces = NO_FACES, language: projectLanguage = null }: ProjectDefaults = {},
      ) {
        const { manifest, name } = content;
        const loopIssues = loopKeyIssues(manifest);
        const pageConfig = withPageDefaults(content.pageConfig);
        // No layout can be generated: the manifest is contradictory or the margins are too large.
        const contentProblems = contentIssues(content);
        if (content.layout === undefined && contentProblems.length > 0) {
          return yield* InvalidRequest.of([...contentProblems, ...loopIssues]);
        }
        const layout = content.layout ?? generateLayout(manifest, { title: name, pageConfig });
        const fontIssues = fontProblems(layout, fontNames(faces));
        const fonts = usedFaces(
          [...namedFonts(layout), ...drawnFaces(layout, faces)].map(({ name: font }) => font),
          faces,
        );
        const standards = standardsOfLayout(layout, content.einvoice);
        const { pages, issues } = yield* basePages(layout, standards);
        const added = yield* addedProblems(layout, standards, pages?.length ?? 0);
        const images = yield* Effect.forEach(staticImages(layout, manifest), imageProblem);
        const parts = yield* Effect.forEach(fixedParts(layout, manifest, pages), (part) =>
          partProblems(part, content, fonts),
        ).pipe(Effect.timeoutOrElse({ duration: "1 minute", orElse: () => TOO_LONG }));
        const letters = yield* letterProblems(
          content.layout === undefined
            ? generatedTexts(manifest, name)
            : fixedTexts(layout, manifest),
          fonts,
        );
        const problems = [
          ...contentProblems,
          ...standardIssues(layout, content.einvoice),
          ...issues,
          ...added,
          ...checkLayout(layout, manifest, pages),
          ...fontIssues,
          ...images.flat(),
          ...parts.flat(),
          ...letters,
        ];
        if (problems.length > 0) return yield* InvalidRequest.of([...problems, ...loopIssues]);
        if (loopIssues.length > 0) return yield* InvalidLoopKey.of(loopIssues);
        const source = content.layout === undefined ? "manifest" : "layout";
        const { warnings, ...compiledLayout } = yield* compile(
          {
            layout,
            manifest,
            title: name,
            fonts,
            projectLanguage,
            einvoice: content.einvoice ?? null,
          },
          source,
        );
        return {
          layout,
          compiled: compiledLayout,
          pageConfig,
          templateType: templateTypeOf(layout),
          fonts,
          projectLanguage,
          // A generated layout has no paths that the client knows.
          warnings: content.layout === undefined ? NONE : warnings,
        };
      });

      const standardProblems = Effect.fn("Publication.standardProblems")(function* (
        version: LayoutSource,
        standard: StandardSetting,
      ) {
        const source = { ...version, layout: { ...version.layout, standard } };
        const { layout, manifest, einvoice } = source;
        const standards = standardsOfLayout(layout, einvoice);
        const { pages, issues } = yield* basePages(layout, standards);
        const problems = [
          ...standardIssues(layout, einvoice),
          ...issues,
          ...(yield* addedProblems(layout, standards, pages?.length ?? 0)),
          ...accessibilityIssues(layout, manifest),
        ];
        if (problems.length > 0) return problems;
        return yield* compiler.compile(source).pipe(
          Effect.as(NONE),
          Effect.catchTag("unreadable_asset", ({ message }) =>
            Effect.succeed([{ path: "layout", message }]),
          ),
        );
      });

      return Publication.of({ prepare, standardProblems });
    }),
  );
}

interface BasePages {
  readonly pages: ReadonlyArray<DisplayedPage> | undefined;
  readonly issues: ReadonlyArray<Issue>;
}

/** The problems of the content of a PDF. */
function contentIssuesOf(
  { activeContent, archiveProblems }: BasePdf,
  archive: ArchiveStandard | undefined,
  path: string,
): ReadonlyArray<Issue> {
  return [
    ...activeContentIssues(activeContent, path),
    ...(archive === undefined ? NONE : archiveIssues(archiveProblems, archive, path)),
  ];
}

const NONE: ReadonlyArray<Issue> = [];
const NO_FACES: ReadonlyArray<LoadableFace> = [];

/** The names that a layout can use: those of the project first, because a hint lists the first ones. */
function fontNames(faces: ReadonlyArray<LoadableFace>): ReadonlyArray<string> {
  return [...faces, ...BUNDLED_FONTS].map(({ name }) => name);
}

const TOO_LONG = Effect.succeed([
  [{ path: "layout.schemas", message: "The drawings and tables take too long to render" }],
]);
