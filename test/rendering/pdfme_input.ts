/** A field as far as its sample goes. */
interface Sampled {
  readonly name?: string;
  readonly readOnly?: boolean;
  readonly content?: string;
}

/** The samples that `generate()` of pdfme takes: `sampledata` of older templates, or else contents. */
export function inputOf(file: {
  readonly schemas: ReadonlyArray<Readonly<Record<string, Sampled>>>;
  readonly sampledata?: ReadonlyArray<Record<string, string>>;
}): Record<string, string> {
  const contents = file.schemas
    .flatMap((page) => Object.entries(page))
    .flatMap(([key, { name = key, readOnly = false, content = "" }]) =>
      readOnly ? [] : [[name, content] as const],
    );
  return { ...Object.fromEntries(contents), ...file.sampledata?.[0] };
}
