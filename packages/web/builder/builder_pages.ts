import { PublicUrls } from "@paraph/core/values";
import { Context, Effect, Layer } from "effect";

import { addressesBelow, messagePage, PageAssets, type PageResponse } from "../kit/mod.ts";
import { TEXTS } from "./browser/texts.ts";
import { builderPage, type BuilderPageView } from "./builder_page.ts";

/** Why there is no builder: the session does not exist or has ended. */
type GoneKind = keyof typeof TEXTS.gone;

/** Renders the pages of the template builder. */
export class BuilderPages extends Context.Service<
  BuilderPages,
  {
    /** The page of an active session. */
    readonly show: (view: Omit<BuilderPageView, "root">) => PageResponse;
    /** The page for the sessions of the console. The fragment of its URL names the template. */
    readonly showInConsole: PageResponse;
    /** The page of an inactive session. It reveals nothing about any template. */
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
        showInConsole: builderPage({ sessionId: "", root }, addresses),
        gone: (kind: GoneKind, framedBy: ReadonlyArray<string> = []) =>
          messagePage({ status: STATUS[kind], ...TEXTS.gone[kind], framedBy }, addresses),
      };
    }),
  );
}

const STATUS = { unknown: 404, ended: 410 } as const satisfies Record<GoneKind, number>;
