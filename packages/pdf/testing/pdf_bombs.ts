import { constants, deflateRawSync, deflateSync } from "node:zlib";

/** Four gigabytes of blanks, deflated to some megabytes: one repeated block without an end marker. */
function fourGigabytes(): Buffer {
  const stretch = deflateRawSync(Buffer.alloc(16 * 1024 * 1024, " "), {
    finishFlush: constants.Z_FULL_FLUSH,
  });
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array.from({ length: 256 }, () => stretch)]);
}

const PAGE = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<<>>>>";

/** A file of one page with further objects, numbered from 4. */
function fileOf(...more: ReadonlyArray<string | Buffer>): Buffer {
  const objects = ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>", PAGE];
  return pdf([...objects, ...more]);
}

function pdf(objects: ReadonlyArray<string | Buffer>): Buffer {
  const parts = [Buffer.from("%PDF-1.7\n")];
  const places: Array<number> = [];
  let length = 9;
  objects.forEach((object, index) => {
    places.push(length);
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from("\nendobj\n"),
    ]);
    parts.push(part);
    length += part.length;
  });
  const rows = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(end)]);
}

function stream(entries: string, bytes: Buffer): Buffer {
  const head = `<<${entries}/Length ${bytes.length}>>\nstream\n`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from("\nendstream")]);
}

const FLATE = "/Filter/FlateDecode";
const TWICE = "/Filter[/FlateDecode/FlateDecode]";
const plain = stream("", Buffer.from("q Q"));

/** Content of some kilobytes that unpacks to four gigabytes. */
export const contentBomb = () => fileOf(stream(TWICE, deflateSync(fourGigabytes())));

/** An object stream that unpacks to four gigabytes. */
export const objectBomb = () =>
  fileOf(plain, stream(`/Type/ObjStm/N 1/First 4${TWICE}`, deflateSync(fourGigabytes())));

/** Half a kilobyte that claims a billion objects of zero bytes. */
export const countlessBomb = () =>
  fileOf(
    plain,
    stream(
      `/Type/XRef/Size 999999999/Index[0 999999999]/W[0 0 0]/Root 1 0 R${FLATE}`,
      deflateSync(Buffer.from("abc")),
    ),
  );

/** A page tree of three kilobytes with a billion leaves: each node lists the next one twice. */
export const treeBomb = () =>
  pdf([
    "<</Type/Catalog/Pages 3 0 R>>",
    plain,
    ...Array.from({ length: 30 }, (_, index) => {
      const next = `${index + 4} 0 R`;
      return `<</Type/Pages/Kids[${next} ${next}]/Count 2/Parent 3 0 R>>`;
    }),
    PAGE.replace("2 0 R", "3 0 R").replace("4 0 R", "2 0 R"),
  ]);

/** A page tree that is deeper than the call stack. */
export const deepTree = () =>
  pdf([
    "<</Type/Catalog/Pages 3 0 R>>",
    plain,
    ...Array.from(
      { length: 20_000 },
      (_, index) => `<</Type/Pages/Kids[${index + 4} 0 R]/Count 1/Parent 3 0 R>>`,
    ),
    PAGE.replace("2 0 R", "3 0 R").replace("4 0 R", "2 0 R"),
  ]);

/** A page whose content of some kilobytes unpacks to 400 MB, which is below the memory limit of a thread. */
export const packedContent = () =>
  fileOf(stream(TWICE, deflateSync(deflateSync(Buffer.alloc(400_000_000, " ")))));
