import { Context, type Effect } from "effect";

import type { EmailId } from "../values/mod.ts";

/**
 * Removes a file that nothing tells of any more, by the name it stands under among the files to be
 * removed: that of the asset store, {@linkcode outboxName} or {@linkcode publicCopyName}. One that is not
 * there is no mistake.
 */
export class FileRemover extends Context.Service<
  FileRemover,
  { readonly remove: (name: string) => Effect.Effect<void> }
>()("@paraph/core/erasure/FileRemover") {}

/** What names of documents' public copies begin with. */
export const PUBLIC_COPIES = "public/";

/** What the public copy of a document is called by the token of its address. */
export function publicCopyName(downloadToken: string): string {
  return `${PUBLIC_COPIES}${downloadToken}`;
}

/** What names of mails that were written to a folder begin with. */
export const OUTBOX = "outbox/";

/** What the file of a mail is called where no mail server takes it. */
export function outboxName(id: EmailId): string {
  return `${OUTBOX}${id}.eml`;
}
