/** The module build; the package has types only for its CommonJS build. */
declare module "bidi-js/dist/bidi.mjs" {
  interface EmbeddingLevels {
    readonly levels: Uint8Array;
    readonly paragraphs: ReadonlyArray<{
      readonly start: number;
      readonly end: number;
      readonly level: number;
    }>;
  }
  export default function bidiFactory(): {
    getEmbeddingLevels(text: string, direction?: "ltr" | "rtl"): EmbeddingLevels;
  };
}
