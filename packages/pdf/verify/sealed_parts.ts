/** What a sealed document holds in addition to its pages. */
export interface SealedParts {
  /** Whether its catalog names its signature as the one that certifies it; unknown without a catalog. */
  readonly certifies: boolean | undefined;
  /** The signature request in its metadata. */
  readonly requestId: string | undefined;
  /** The attachments as text, by their names. */
  readonly attachments: ReadonlyMap<string, string>;
}

/** The parts of a file that cannot be parsed, or is not to be. */
export const NOTHING_INSIDE: SealedParts = {
  certifies: undefined,
  requestId: undefined,
  attachments: new Map(),
};

/** Reads the parts of a sealed document. */
export async function readSealedParts(bytes: Uint8Array): Promise<SealedParts> {
  try {
    // Loaded only for files that hold.
    const [{ PDF, PdfDict }, { xmpOf }, { requestIdIn }] = await Promise.all([
      import("@libpdf/core"),
      import("../seal/describe_document.ts"),
      import("../seal/sealed_xmp.ts"),
    ]);
    const document = await PDF.load(new Uint8Array(bytes));
    const catalog = document.getCatalog();
    const perms = catalog.getDict("Perms", (reference) => document.getObject(reference));
    const certification = perms?.getDict("DocMDP", (reference) => document.getObject(reference));
    const attachments = Array.from(document.getAttachments().keys(), (name) => {
      const content = document.getAttachment(name) ?? new Uint8Array();
      return [name, new TextDecoder().decode(content)] as const;
    });
    return {
      certifies: certification instanceof PdfDict && certification.has("ByteRange"),
      requestId: requestIdIn(xmpOf(document) ?? ""),
      attachments: new Map(attachments),
    };
  } catch {
    return NOTHING_INSIDE;
  }
}
