import { IdentityProvider } from "@paraph/core/console";
import { PublicUrls } from "@paraph/core/values";
import { Context, Effect, Layer } from "effect";

import { addressesBelow, html, messagePage, PageAssets, type PageResponse } from "../kit/mod.ts";
import { SIGN_IN_TEXTS } from "./browser/sign_in_texts.ts";
import { consolePage } from "./console_page.ts";

/** An account in which a member can sign in. */
interface AccountChoice {
  readonly name: string;
  readonly url: string;
}

/** Renders the page of the console. */
export class ConsolePages extends Context.Service<
  ConsolePages,
  {
    /** The page, the same for everyone: the script asks who is signed in. */
    readonly page: PageResponse;
    /** The page where a member of several accounts chooses one. */
    readonly chooseAccount: (accounts: ReadonlyArray<AccountChoice>) => PageResponse;
  }
>()("@paraph/web/ConsolePages") {
  static readonly layer = Layer.effect(
    ConsolePages,
    Effect.gen(function* () {
      const { files } = yield* PageAssets;
      const { base } = yield* PublicUrls;
      // Pages may be below a path.
      const root = new URL(base).pathname.replace(/\/$/, "");
      const provider = yield* IdentityProvider;
      const look = addressesBelow(root, files.share);
      return {
        page: consolePage(root, addressesBelow(root, files.console), provider?.name),
        chooseAccount: (accounts: ReadonlyArray<AccountChoice>) => {
          const links = accounts.map(
            ({ name, url }) => html`<a class="button" href="${url}">${name}</a>`,
          );
          const more = html`<nav aria-label="${SIGN_IN_TEXTS.accounts.label}">${links}</nav>`;
          return messagePage({ status: 200, ...SIGN_IN_TEXTS.accounts, more }, look);
        },
      };
    }),
  );
}
