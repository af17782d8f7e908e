import { PublicUrls } from "@paraph/core/values";
import { Context, Effect, Layer } from "effect";

import { addressesBelow, messagePage, PageAssets, type PageResponse } from "../kit/mod.ts";
import { TEXTS } from "./browser/texts.ts";
import { builderPage, type BuilderPageView } from "./builder_page.ts";

/** Why there is nothing to build: no such session, or not any more. */
type GoneKind = keyof typeof TEXTS.gone;

/** Writes the pages of those who design templates. */
export class BuilderPages extends Context.Service<
  BuilderPages,
  {
    /** The page of a session that lives. */
    readonly show: (view: Omit<BuilderPageView, "root">) => PageResponse;
    /** The page of one that does not: it tells nothing of any template. */
    readonly gone: (kind: GoneKind, allowedOrigins?: ReadonlyArray<string>) => PageResponse;
  }
>()("@paraph/web/BuilderPages") {
  static readonly layer = Layer.effect(
    BuilderPages,
    Effect.gen(function* () {
      const { files } = yield* PageAssets;
      const { base } = yield* PublicUrls;
      const root = new URL(base).pathname.replace(/\/$/, "");
      const addresses = addressesBelow(root, files.builder);
      return {
        show: (view: Omit<BuilderPageView, "root">) => builderPage({ ...view, root }, addresses),
        gone: (kind: GoneKind, framedBy: ReadonlyArray<string> = []) =>
          messagePage({ status: STATUS[kind], ...TEXTS.gone[kind], framedBy }, addresses),
      };
    }),
  );
}

const STATUS = { unknown: 404, ended: 410 } as const satisfies Record<GoneKind, number>;
