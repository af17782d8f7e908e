import { type Language, PublicUrls } from "@paraph/core/values";
import { Context, Effect, Layer } from "effect";

import { addressesBelow, PageAssets, type PageResponse } from "../kit/mod.ts";
import { type ClosedKind, closedPage } from "./closed_page.ts";
import { donePage } from "./done_page.ts";
import { gatePage, type GateView } from "./gate_page.ts";
import { handOnPage, type HandOnView } from "./hand_on_page.ts";
import { inPersonPage, type InPersonView } from "./in_person_page.ts";
import { overPage, type OverView } from "./over_page.ts";
import { replacedPage, type ReplacedView } from "./replaced_page.ts";
import { signPage, type SignPageView } from "./sign_page.ts";

/** Renders the pages of recipients who sign. */
export class SignPages extends Context.Service<
  SignPages,
  {
    /** The page of a recipient who can sign now or has finished. */
    readonly show: (
      view: SignPageView,
      state: "open" | "finished" | "completed",
      language: Language,
    ) => PageResponse;
    /** The page of a recipient who must enter a code. It reveals nothing about the document. */
    readonly gate: (view: GateView, language: Language) => PageResponse;
    /** The page that asks for a recipient's name on the device of a host. It reveals nothing about the document. */
    readonly inPerson: (view: InPersonView, language: Language) => PageResponse;
    /** The page that names who signs next on the device of a host. It reveals nothing about the document. */
    readonly handOn: (view: HandOnView, language: Language) => PageResponse;
    /** The page of a URL for a frame that was opened before or has expired. */
    readonly over: (view: OverView, language: Language) => PageResponse;
    /** The page of a link whose holder another person has replaced. */
    readonly replaced: (view: ReplacedView, language: Language) => PageResponse;
    /**
     * The page of a link that does not work. It reveals nothing about any document, unless the request of
     * the link has ended: then it has its certificate and names whom to ask.
     */
    readonly closed: (kind: ClosedKind, language: Language, view?: SignPageView) => PageResponse;
  }
>()("@paraph/web/SignPages") {
  static readonly layer = Layer.effect(
    SignPages,
    Effect.gen(function* () {
      const { files } = yield* PageAssets;
      const { base } = yield* PublicUrls;
      const root = new URL(base).pathname.replace(/\/$/, "");
      const addresses = addressesBelow(root, files.sign);
      return {
        show: (view: SignPageView, state: "open" | "finished" | "completed", language: Language) =>
          state === "open"
            ? signPage(view, language, addresses)
            : donePage(view, state, language, addresses),
        gate: (view: GateView, language: Language) => gatePage(view, language, addresses),
        inPerson: (view: InPersonView, language: Language) =>
          inPersonPage(view, language, addresses),
        handOn: (view: HandOnView, language: Language) => handOnPage(view, language, addresses),
        over: (view: OverView, language: Language) => overPage(view, language, addresses),
        replaced: (view: ReplacedView, language: Language) =>
          replacedPage(view, language, addresses),
        closed: (kind: ClosedKind, language: Language, view?: SignPageView) =>
          closedPage(kind, language, addresses, view),
      };
    }),
  );
}
