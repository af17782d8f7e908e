import { type PDFDocument, PDFDict, PDFHexString, PDFName, PDFString } from "pdf-lib";

import type { Information } from "../write/information.ts";

/** The properties of a PDF, without those that are empty. */
export function informationOf({ context }: PDFDocument): Information {
  const info = context.lookup(context.trailerInfo.Info);
  const text = (name: string) => {
    const value = info instanceof PDFDict ? info.lookup(PDFName.of(name)) : undefined;
    const isText = value instanceof PDFString || value instanceof PDFHexString;
    return isText ? value.decodeText().trim() || undefined : undefined;
  };
  const keywords = text("Keywords");
  return {
    title: text("Title"),
    author: text("Author"),
    subject: text("Subject"),
    keywords: keywords === undefined ? [] : [keywords],
  };
}
