import type { ReadOrder } from "./_adapters/read_document.ts";

/** Jobs on documents that are sent for signature. */
export const SIGNATURE_JOBS = {
  /** Reads the sizes of a document's pages and finds texts in it. */
  read: async (order: ReadOrder) => {
    const { readDocument } = await import("./_adapters/read_document.ts");
    return readDocument(order);
  },
};
