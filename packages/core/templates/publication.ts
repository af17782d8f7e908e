import { Context, Effect, Layer } from "effect";

import { AssetReader, type ShownPage } from "../layouts/mod.ts";
import { generateLayout } from "../layouts/mod.ts";
import { type Layout, overlayBase, type TemplateType, templateTypeOf } from "../layouts/mod.ts";
import { checkLayout } from "../layouts/mod.ts";
import { leavesRoom, type PageConfig, withPageDefaults } from "../layouts/mod.ts";
import { InvalidLoopKey } from "../manifests/mod.ts";
import type { Manifest } from "../manifests/mod.ts";
import { isLoopKey } from "../manifests/mod.ts";
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

      const prepare = Effect.fn("Publication.prepare")(function* (content: PublishTemplate) {
        const { manifest, name } = content;
        const odd = loopKeyProblems(manifest);
        if (odd.length > 0) return yield* InvalidLoopKey.of(odd);
        const pageConfig = withPageDefaults(content.pageConfig);
        if (!leavesRoom(pageConfig)) return yield* InvalidRequest.of([NO_ROOM]);
        const layout = content.layout ?? generateLayout(manifest, { title: name, pageConfig });
        const { pages, issues } = yield* basePages(layout);
        const problems = [...issues, ...checkLayout(layout, manifest, pages)];
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
