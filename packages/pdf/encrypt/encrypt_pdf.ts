import { createCipheriv, createHmac } from "node:crypto";

import type { DocumentEncryption } from "@paraph/core/renders";
import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
} from "pdf-lib";

import { entry, nameEntry, nameOf } from "../read/pdf_objects.ts";
import { copyObjects, reachableRefs } from "../read/prepared_base.ts";
import { readPdf } from "../read/read_pdf.ts";
import { PdfFile, type Ref } from "../write/pdf_file.ts";

/**
 * Encrypts a PDF with AES-256 (ISO 32000-2, revision 6). The same PDF and the same keys give the same bytes.
 */
export async function encryptPdf(
  pdf: Uint8Array,
  encryption: DocumentEncryption,
): Promise<Uint8Array<ArrayBuffer>> {
  const doc = await readPdf(pdf);
  const { context } = doc;
  const { Root, Info } = context.trailerInfo;
  if (!(Root instanceof PDFRef)) throw new Error("A loaded PDF has a catalog");
  nameExtension(doc);
  const cipher = new ContentCipher(Buffer.from(encryption.fileKey, "base64"));
  const reachable = reachableRefs(context, Info === undefined ? [Root] : [Root, Info]);
  for (const ref of reachable) {
    const object = context.lookup(ref);
    if (object instanceof PDFStream) context.assign(ref, encryptedStream(object, cipher));
    // Other objects are in object streams, which are encrypted as a whole, except those of another generation.
    else if (object !== undefined && ref.generationNumber !== 0) encryptStrings(object, cipher);
  }
  const objects = copyObjects(context, reachable, new Set(), (bytes) => cipher.encrypt(bytes));
  const file = new PdfFile(objects);
  const encrypt = file.add(encryptionEntries(encryption));
  const info = Info instanceof PDFRef ? refText(Info) : file.add("<<>>");
  return file.finish(refText(Root), info, `/Encrypt ${encrypt}`);
}

/** Readers of PDF 1.7 know the encryption of PDF 2.0 as an extension. */
function nameExtension({ catalog, context }: PDFDocument): void {
  const own = entry(catalog, "Extensions");
  const extensions = own instanceof PDFDict ? own : context.obj({});
  const level = context.obj({ BaseVersion: "1.7", ExtensionLevel: 8 });
  extensions.set(PDFName.of("ADBE"), level);
  catalog.set(PDFName.of("Extensions"), extensions);
}

function encryptionEntries(encryption: DocumentEncryption): string {
  const hex = (base64: string) => `<${Buffer.from(base64, "base64").toString("hex")}>`;
  const { user, userKey, owner, ownerKey, permissions, flags } = encryption;
  return (
    `<</Filter/Standard/V 5/R 6/Length 256/P ${flags}/EncryptMetadata true` +
    `/CF<</StdCF<</Type/CryptFilter/CFM/AESV3/AuthEvent/DocOpen/Length 32>>>>/StmF/StdCF/StrF/StdCF` +
    `/U${hex(user)}/UE${hex(userKey)}/O${hex(owner)}/OE${hex(ownerKey)}/Perms${hex(permissions)}>>`
  );
}

/** Encrypts the strings and streams of a document. */
class ContentCipher {
  readonly #key: Buffer;
  #count = 0;

  constructor(key: Buffer) {
    this.#key = key;
  }

  /** Encrypts bytes behind an initialization vector, which is unpredictable without the key. */
  encrypt(bytes: Uint8Array): Buffer {
    const hmac = createHmac("sha256", this.#key).update(`vector ${this.#count++}`);
    const vector = hmac.digest().subarray(0, 16);
    const cipher = createCipheriv("aes-256-cbc", this.#key, vector);
    return Buffer.concat([vector, cipher.update(bytes), cipher.final()]);
  }
}

function encryptedStream(stream: PDFStream, cipher: ContentCipher): PDFStream {
  const { dict } = stream;
  if (namesOwnCipher(dict)) return stream;
  const contents = stream instanceof PDFRawStream ? stream.contents : stream.getContents();
  encryptStrings(dict, cipher);
  return PDFRawStream.of(dict, cipher.encrypt(contents));
}

/** A stream with the filter `Crypt` names how it is encrypted: not at all. */
function namesOwnCipher(dict: PDFDict): boolean {
  const filter = entry(dict, "Filter");
  const first = filter instanceof PDFArray && filter.size() > 0 ? filter.lookup(0) : filter;
  return nameOf(first) === "Crypt" || nameEntry(dict, "Type") === "XRef";
}

function encryptStrings(root: PDFObject, cipher: ContentCipher): void {
  const encrypted = (value: PDFObject) =>
    value instanceof PDFString || value instanceof PDFHexString
      ? PDFHexString.of(cipher.encrypt(value.asBytes()).toString("hex"))
      : undefined;
  const pending = [root];
  for (let object = pending.pop(); object !== undefined; object = pending.pop()) {
    if (object instanceof PDFDict) {
      for (const [key, value] of object.entries()) {
        const text = encrypted(value);
        if (text === undefined) pending.push(value);
        else object.set(key, text);
      }
    } else if (object instanceof PDFArray) {
      for (const [index, value] of object.asArray().entries()) {
        const text = encrypted(value);
        if (text === undefined) pending.push(value);
        else object.set(index, text);
      }
    }
  }
}

function refText(ref: PDFRef): Ref {
  return `${ref.objectNumber} ${ref.generationNumber} R`;
}
