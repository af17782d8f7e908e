import { Context, Effect, Layer } from "effect";

import {
  AssetReader,
  checkLayout,
  type StaticImage,
  staticImages,
  generateLayout,
  type Layout,
  leavesRoom,
  overlayBase,
  type PageConfig,
  type ShownPage,
  type TemplateType,
  templateTypeOf,
  withPageDefaults,
} from "../layouts/mod.ts";
import { InvalidLoopKey, isLoopKey, type Manifest } from "../manifests/mod.ts";
import { InvalidRequest, type Issue } from "../values/mod.ts";
import type { PublishTemplate } from "./template.ts";

/** A publication that can be drawn: its layout given or generated, its page settings complete. */
export interface PreparedPublication {
  readonly layout: Layout;
  readonly pageConfig: PageConfig;
  readonly templateType: TemplateType;
}

/** Makes sure that what is published can be drawn: whatever would fail for every input fails here. */
export class Publication extends Context.Service<
  Publication,
  {
    readonly prepare: (
      content: PublishTemplate,
    ) => Effect.Effect<PreparedPublication, InvalidRequest | InvalidLoopKey>;
  }
>()("@paraph/core/templates/Publication") {
  static readonly layer = Layer.effect(
    Publication,
    Effect.gen(function* () {
      const reader = yield* AssetReader;

      /** The pages an overlay draws on; none for a document, problems for what cannot be read. */
      const basePages = Effect.fnUntraced(function* (layout: Layout) {
        const base = overlayBase(layout);
        if (base === undefined) return { pages: undefined, issues: NONE };
        return yield* reader.pdfPages(base).pipe(
          Effect.map((pages): BasePages => ({ pages, issues: NONE })),
          Effect.catchTag("unreadable_asset", ({ message }) =>
            Effect.succeed({ pages: undefined, issues: [{ path: "layout.basePdf", message }] }),
          ),
        );
      });

      /** What keeps an image that the layout carries from being drawn. */
      const imageProblem = ({ path, bytes }: StaticImage) =>
        reader.image(bytes).pipe(
          Effect.as(NONE),
          Effect.catchTag("unreadable_asset", ({ message }) => Effect.succeed([{ path, message }])),
        );

      const prepare = Effect.fn("Publication.prepare")(function* (content: PublishTemplate) {
        const { manifest, name } = content;
        const odd = loopKeyProblems(manifest);
        if (odd.length > 0) return yield* InvalidLoopKey.of(odd);
        const pageConfig = withPageDefaults(content.pageConfig);
        const room = leavesRoom(pageConfig) ? NONE : [NO_ROOM];
        if (content.layout === undefined && room.length > 0) return yield* InvalidRequest.of(room);
        const layout = content.layout ?? generateLayout(manifest, { title: name, pageConfig });
        const { pages, issues } = yield* basePages(layout);
        const images = yield* Effect.forEach(staticImages(layout, manifest), imageProblem);
        const problems = [
          ...room,
          ...issues,
          ...checkLayout(layout, manifest, pages),
          ...images.flat(),
        ];
        if (problems.length > 0) return yield* InvalidRequest.of(problems);
        return { layout, pageConfig, templateType: templateTypeOf(layout) };
      });

      return Publication.of({ prepare });
    }),
  );
}

interface BasePages {
  readonly pages: ReadonlyArray<ShownPage> | undefined;
  readonly issues: ReadonlyArray<Issue>;
}

const NONE: ReadonlyArray<Issue> = [];
const NO_ROOM = { path: "pageConfig.margin", message: "Leaves no room on the page" };

function loopKeyProblems({ loops }: Manifest): ReadonlyArray<Issue> {
  return loops.flatMap(({ key }, at) =>
    isLoopKey(key) ? [] : [{ path: `manifest.loops.${at}.key`, message: "Must not contain a dot" }],
  );
}
