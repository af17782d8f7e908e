import type { OutboxEmail } from "@paraph/core/emails";
import { PublicUrls } from "@paraph/core/values";
import { Context, Effect, Layer } from "effect";

import { ASSETS, messagePage, PageAssets, type PageResponse } from "../kit/mod.ts";
import { emailBody } from "./email_body.ts";
import { emailPage } from "./email_page.ts";
import { inboxPage } from "./inbox_page.ts";
import { TEXTS } from "./texts.ts";

/** The path of the inbox. */
export const INBOX = "/_dev/mail";

/** Renders the pages of the development inbox. */
export class InboxPages extends Context.Service<
  InboxPages,
  {
    /** The URL of an email's page; without an id, of the inbox. */
    readonly urlOf: (id?: string) => string;
    /** The list of emails. */
    readonly list: (emails: ReadonlyArray<OutboxEmail>, isLimited: boolean) => PageResponse;
    /** The page of an email. */
    readonly email: (email: OutboxEmail) => PageResponse;
    /** The HTML version of an email, for a frame in its page. Scripts do not run in it. */
    readonly body: (email: OutboxEmail) => PageResponse;
    /** The page in place of an email that does not exist. */
    readonly missing: PageResponse;
  }
>()("@paraph/web/InboxPages") {
  static readonly layer = Layer.effect(
    InboxPages,
    Effect.gen(function* () {
      const { files } = yield* PageAssets;
      const { base } = yield* PublicUrls;
      const root = new URL(base).pathname.replace(/\/$/, "");
      const addressOf = (name: string) => `${root}${ASSETS}${name}`;
      const { icon, stylesheet } = files.inbox;
      const look = { root, icon: addressOf(icon), stylesheet: addressOf(stylesheet) };
      const pathOf = (id?: string) => `${root}${INBOX}${id === undefined ? "" : `/${id}`}`;
      return {
        urlOf: (id?: string) => `${new URL(base).origin}${pathOf(id)}`,
        list: (emails: ReadonlyArray<OutboxEmail>, isLimited: boolean) =>
          inboxPage({ emails, isLimited, pathOf }, look),
        email: (email: OutboxEmail) => emailPage({ email, pathOf }, look),
        body: emailBody,
        missing: messagePage({ status: 404, ...TEXTS.missing }, look),
      };
    }),
  );
}
