/** Pages of a PDF as the visual builder wants them; stands in for `@pdfme/converter`. */
export const pdf2img = (): Promise<ReadonlyArray<ArrayBuffer>> => Promise.resolve([]);
export const pdf2size = (): Promise<ReadonlyArray<{ width: number; height: number }>> =>
  Promise.resolve([]);
