import { PdfRenderer } from "@paraph/core/renders";
import { Layer } from "effect";

/** A renderer that writes no files. */
export const rendererOf = (render: PdfRenderer["Service"]["render"]) =>
  Layer.succeed(PdfRenderer, { render, renderInto: (_path, input) => render(input) });
