import { Data, Effect } from "effect";

/** A PDF is damaged or encrypted. */
export class UnreadableAttachments extends Data.TaggedError("unreadable_attachments")<{
  readonly message: string;
  readonly cause: unknown;
}> {}

/**
 * The first file of some names that is attached to a PDF, and the names of all attached files.
 *
 * @param names In the order of preference.
 */
export const readAttachment = (bytes: Uint8Array, names: ReadonlyArray<string>) =>
  Effect.tryPromise({
    try: async () => {
      // Imported on demand, because it is large.
      const { PDF } = await import("@libpdf/core");
      const document = await PDF.load(new Uint8Array(bytes));
      const attached = Array.from(document.getAttachments().keys());
      const name = names.find((each) => attached.includes(each));
      const file = name === undefined ? undefined : (document.getAttachment(name) ?? undefined);
      return { attached, file };
    },
    catch: (cause) => new UnreadableAttachments({ message: "The PDF is damaged", cause }),
  });
