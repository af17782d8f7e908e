import { createHash } from "node:crypto";
import { deflateSync, crc32 } from "node:zlib";

import type { Layout } from "@paraph/core/layouts";
import type { InputData, Manifest } from "@paraph/core/manifests";
import type { RenderInput } from "@paraph/core/renders";
import { versionOf } from "@paraph/core/templates";
import { TemplateVersionId } from "@paraph/core/values";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

/** A blank A4 page. */
export const A4 = { width: 210, height: 297, padding: [20, 20, 20, 20] };

/** A field in the upper left of a page. */
export const field = (more: object) => ({
  name: "text",
  type: "text",
  position: { x: 20, y: 20 },
  width: 170,
  height: 10,
  fontSize: 12,
  ...more,
});

/** A layout of one page. */
export const layoutOf = (...fields: ReadonlyArray<object>) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fields are written as objects for short
  ({ basePdf: A4, schemas: [fields] }) as unknown as Layout;

/** A manifest with a variable `text`, a loop `rows` of `name` and `price`, and further variables. */
export const manifestOf = (more: Manifest["variables"] = []): Manifest => ({
  variables: [{ key: "text", label: "Text", dataType: "longtext", required: false }, ...more],
  loops: [
    {
      key: "rows",
      label: "Rows",
      itemFields: [
        { key: "name", label: "Name", dataType: "text", required: false },
        {
          key: "price",
          label: "Price",
          dataType: "currency",
          required: false,
          format: "currency:EUR",
        },
      ],
    },
  ],
});

/** Data for {@linkcode manifestOf}. */
export const dataOf = (
  values: InputData["values"] = {},
  rows: InputData["loops"][string] = [],
): InputData => ({ values: { text: null, ...values }, loops: { rows } });

/** Rows of a loop. */
export const rowsOf = (count: number, name = "Row") =>
  Array.from({ length: count }, (_, index) => ({
    name: `${name} ${index + 1}`,
    price: `${index}.5`,
  }));

/** The input of a document. */
export interface Design {
  readonly layout: Layout;
  readonly manifest: Manifest;
  readonly data: InputData;
}

/** A design with a text on a page. */
export const designOf = (text: string): Design => ({
  layout: layoutOf(field({ height: 200, overflow: "expand" })),
  manifest: manifestOf(),
  data: dataOf({ text }),
});

/** The layout source of a design. */
export const sourceOf = ({ layout, manifest }: Design) => ({ layout, manifest, title: "Title" });

/** A design as a published version that is not compiled; equal versions have equal ids. */
export const drawingOf = (design: Design): RenderInput => {
  const source = sourceOf(design);
  const hash = createHash("sha256").update(JSON.stringify(source)).digest("hex");
  const id = `${hash.slice(0, 8)}-${hash.slice(8, 12)}-7${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
  return { version: versionOf(TemplateVersionId.make(id), source, null), data: design.data };
};

/** The text of every page, as PDF readers extract it. */
export async function readPages(bytes: Uint8Array): Promise<ReadonlyArray<string>> {
  const doc = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const pages: Array<string> = [];
  for (let number = 1; number <= doc.numPages; number++) {
    const { items } = await (await doc.getPage(number)).getTextContent();
    pages.push(
      items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join(""),
    );
  }
  await doc.loadingTask.destroy();
  return pages;
}

/** The parts of a test PNG. */
export interface PngParts {
  readonly width: number;
  readonly height: number;
  readonly depth?: number;
  readonly colourType: number;
  readonly interlace?: number;
  /** Rows with their filter bytes. */
  readonly raw: Uint8Array;
  readonly palette?: Uint8Array;
  readonly transparency?: Uint8Array;
}

/** Writes a PNG. */
export function pngOf({
  width,
  height,
  depth = 8,
  colourType,
  interlace = 0,
  raw,
  palette,
  transparency,
}: PngParts) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, colourType, 0, 0, interlace], 8);
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk("IHDR", head),
      ...(palette === undefined ? [] : [chunk("PLTE", palette)]),
      ...(transparency === undefined ? [] : [chunk("tRNS", transparency)]),
      chunk("IDAT", deflateSync(raw)),
      chunk("IEND", new Uint8Array()),
    ]),
  );
}

/** A small image with transparency. */
export const PICTURE = pngOf({
  width: 2,
  height: 2,
  colourType: 6,
  raw: new Uint8Array([0, 255, 0, 0, 255, 0, 255, 0, 128, 0, 0, 0, 255, 255, 9, 9, 9, 0]),
});

/** Encodes a file as a data URI. */
export const dataUri = (bytes: Uint8Array, mediaType = "image/png") =>
  `data:${mediaType};base64,${Buffer.from(bytes).toString("base64")}`;

function chunk(type: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const output = Buffer.alloc(body.length + 8);
  output.writeUInt32BE(content.length, 0);
  output.set(body, 4);
  output.writeUInt32BE(crc32(body), body.length + 4);
  return output;
}
