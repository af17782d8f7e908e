import { Context, type Effect } from "effect";

import type { EmailId } from "../values/mod.ts";

/**
 * Removes an unreferenced file, if it exists. The name is one of the asset store, an
 * {@linkcode outboxName} or a {@linkcode publicCopyName}.
 */
export class FileRemover extends Context.Service<
  FileRemover,
  { readonly remove: (name: string) => Effect.Effect<void> }
>()("@paraph/core/erasure/FileRemover") {}

/** The prefix for public copies of documents. */
export const PUBLIC_COPIES = "public/";

/** The name of a document's public copy, by its download token. */
export function publicCopyName(downloadToken: string): string {
  return `${PUBLIC_COPIES}${downloadToken}`;
}

/** The prefix for emails that were written to a folder. */
export const OUTBOX = "outbox/";

/** The name of an email's file, without a mail server. */
export function outboxName(id: EmailId): string {
  return `${OUTBOX}${id}.eml`;
}
