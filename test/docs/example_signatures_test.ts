import * as fs from "node:fs";
import * as path from "node:path";

import { assert, layer } from "@effect/vitest";
import { Effect, Layer } from "effect";

import { apiServer } from "../../packages/http/_testing/api_server.ts";
import { withPdf } from "../rendering/raster.ts";
import { renderFiles, renderingServices, ROOT } from "../support/example_drawing.ts";
import { inkAdded, type Picture, pictureOf } from "../support/pdf_pictures.ts";
import {
  addressOf,
  createSignatureRequest,
  sign,
  tokenOf,
} from "../support/signing/signing_by_email.ts";

/** The files with anchors of each example, and their number. */
const EXAMPLES = [
  { file: "docs/guides/signing.md", document: "contract", anchors: 2 },
  { file: "examples/embed_core.ts", document: "invoice", anchors: 1 },
  { file: "examples/embed_core_effect.ts", document: "invoice", anchors: 1 },
] as const;

/** An anchor text with its vertical offset, in JSON, TypeScript, PHP or the flags of the CLI. */
const ANCHOR =
  /(?:--anchor|\banchorString"?(?::| =>)) "(?<text>[^"]+)"(?:,?\s+"?(?:--offset-y|offsetY"?(?::| =>)) (?<offset>\d+))?/gu;

interface Anchor {
  readonly document: string;
  readonly anchorString: string;
  readonly offsetY: number;
}

const anchorsOf = ({ file, document, anchors }: (typeof EXAMPLES)[number]) => {
  const matches = Array.from(
    fs.readFileSync(path.join(ROOT, file), "utf8").matchAll(ANCHOR),
    ({ groups }): Anchor => ({
      document,
      anchorString: groups?.["text"] ?? "",
      offsetY: Number(groups?.["offset"] ?? 0),
    }),
  );
  assert.strictEqual(matches.length, anchors, file);
  return matches;
};

/** Each distinct anchor of the examples. */
const ANCHORS = [
  ...new Map(
    EXAMPLES.flatMap(anchorsOf).map((anchor) => [JSON.stringify(anchor), anchor]),
  ).values(),
];

/** A drawn signature that reaches all corners of a field of the default size. */
const CROSS = {
  kind: "drawn",
  width: 600,
  height: 160,
  strokes: [
    [0, 0, 600, 160],
    [0, 160, 600, 0],
  ],
} as const;

const DPI = 144;
const PIXELS_PER_POINT = DPI / 72;

const pageOf = (pdf: Uint8Array, page: number) =>
  Effect.promise(() => withPdf(pdf, async ({ raster }) => pictureOf(await raster([page], DPI))));

/** The bounding box of a picture's ink, in pixels. */
function inkBounds({ width, height, isInk }: Picture) {
  const [columns, rows]: [Array<number>, Array<number>] = [[], []];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isInk(x, y)) continue;
      columns.push(x);
      rows.push(y);
    }
  }
  const ends = (all: ReadonlyArray<number>) =>
    all.reduce<Span>(
      ([low, high], coordinate) => [Math.min(low, coordinate), Math.max(high, coordinate)],
      [Infinity, -1],
    );
  return { columns: ends(columns), rows: ends(rows), dots: columns.length };
}

/** The number of ink pixels in a rectangle, including its edges. */
function inkWithin({ isInk }: Picture, columns: Span, rows: Span): number {
  let dots = 0;
  for (let y = rows[0]; y <= rows[1]; y++) {
    for (let x = columns[0]; x <= columns[1]; x++) if (isInk(x, y)) dots += 1;
  }
  return dots;
}

type Span = readonly [first: number, last: number];

layer(Layer.merge(apiServer, renderingServices), {
  excludeTestServices: true,
  timeout: "2 minutes",
})("A signature in an example", (it) => {
  it.effect.each(ANCHORS)(
    'is on its line and covers nothing: "$anchorString" of the $document',
    ({ document, anchorString, offsetY }) =>
      Effect.gen(function* () {
        const folder = `examples/gallery/${document}`;
        const unsigned = yield* renderFiles(`${folder}/template.json`, `${folder}/data.json`);
        const email = addressOf("ada");
        const envelope = yield* createSignatureRequest({
          pdf: unsigned.bytes,
          pageCount: unsigned.pageCount,
          recipients: [{ firstName: "Ada", lastName: "Lovelace", email }],
          anchorTags: [{ anchorString, offsetY, type: "signature", recipientIndex: 0 }],
        });
        assert.strictEqual(envelope.created.status, 201, envelope.created.text);
        const token = yield* tokenOf(email, /^Please sign/);
        assert.strictEqual((yield* sign(token, { signature: CROSS })).status, 200);
        assert.strictEqual((yield* envelope.awaitStatus("completed"))["status"], "completed");
        const { bytes } = yield* envelope.download;

        const last = unsigned.pageCount - 1;
        const before = yield* pageOf(unsigned.bytes, last);
        const { columns, rows, dots } = inkBounds(inkAdded(yield* pageOf(bytes, last), before));
        assert.isAbove(dots, 100);
        assert.strictEqual(inkWithin(before, columns, rows), 0);
        const below = Array.from(
          { length: 4 * PIXELS_PER_POINT },
          (_, index) => rows[1] + 1 + index,
        );
        const isLine = (y: number) =>
          inkWithin(before, columns, [y, y]) === columns[1] - columns[0] + 1;
        assert.isTrue(below.some(isLine), "a line within 4 points below the signature");
      }),
    60_000,
  );
});
