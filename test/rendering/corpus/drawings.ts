import { CHARTS } from "../../../packages/pdf/testing/charts.ts";
import { barcodes, LETTER_CODES, NUMBER_CODES, SQUARE_CODES } from "./barcodes.ts";
import { type CorpusCase, corpusCase, half, put, variable } from "./corpus_case.ts";
import { LOGO_URI, PHOTO_URI, SVG } from "./pictures.ts";

const SQUARE = new Set(["qrcode", "gs1datamatrix"]);
const widthOf = (type: string) => (SQUARE.has(type) ? 20 : 60);

/** Every `fit` in a wide and a tall box, at different points of the image. */
const IMAGE_FITS = [
  { fit: "contain" },
  { fit: "contain", focalPoint: { x: 0, y: 0 } },
  { fit: "contain", focalPoint: { x: 100, y: 50 } },
  { fit: "contain", focalPoint: { x: 50, y: 100 } },
  { fit: "cover" },
  { fit: "cover" },
  { fit: "cover", focalPoint: { x: 50, y: 0 } },
  { fit: "cover", focalPoint: { x: 100, y: 50 }, rotate: 10, opacity: 0.6 },
  { fit: "fill" },
  { fit: "fill" },
];
const BOXES = { wide: { width: 40, height: 14 }, tall: { width: 14, height: 22 } };
const placeOf = (index: number) => ({
  x: index % 2 === 0 ? 8 : 60,
  y: 8 + Math.floor(index / 2) * 26,
});

/** Fields other than text: pictures, shapes, marks, barcodes. */
export const DRAWINGS: ReadonlyArray<CorpusCase> = [
  corpusCase("image_png", {
    pages: [
      [
        put(8, 40, { name: "an image", type: "image", content: LOGO_URI }),
        put(55, 40, {
          name: "a turned image",
          type: "image",
          content: LOGO_URI,
          rotate: 20,
          opacity: 0.5,
        }),
        put(100, 40, { name: "logo", type: "image" }),
      ],
    ],
    variables: [variable("logo", "image")],
    data: { logo: LOGO_URI },
    expectedText: "",
  }),
  corpusCase("image_jpeg", {
    pages: [
      [
        put(8, 50, { name: "an image", type: "image", content: PHOTO_URI }),
        put(70, 20, { name: "a signature", type: "signature", content: PHOTO_URI }),
      ],
    ],
    expectedText: "",
  }),
  corpusCase("image_fits", {
    pages: [
      IMAGE_FITS.flatMap((settings, index) => {
        const place = { ...BOXES[index % 2 === 0 ? "wide" : "tall"], position: placeOf(index) };
        const frame = { type: "rectangle", borderColor: "#c0392b", borderWidth: 0.2 };
        return [
          put(0, 0, {
            type: "image",
            content: PHOTO_URI,
            name: `image ${index}`,
            ...settings,
            ...place,
          }),
          put(0, 0, { ...frame, name: `frame ${index}`, ...place }),
        ];
      }),
    ],
    expectedText: "",
  }),
  corpusCase("charts", {
    pages: Object.entries(CHARTS).map(([name, content]) => [
      put(8, 90, { name, type: "svg", content, alt: name }),
    ]),
    goldenPages: Object.keys(CHARTS).map((_, index) => index),
  }),
  corpusCase("svg", {
    pages: [
      [
        put(8, 48, { name: "a drawing", type: "svg", content: SVG, width: 80 }),
        put(75, 30, { name: "small", type: "svg", content: SVG, width: 50 }),
      ],
    ],
    expectedText: "",
  }),
  corpusCase("shapes", {
    pages: [
      [
        put(10, 1, { type: "line", color: "#ff0000" }),
        half("left", 20, 30, {
          type: "rectangle",
          color: "#88ccff",
          borderColor: "#004488",
          borderWidth: 1,
        }),
        half("right", 20, 30, {
          type: "rectangle",
          borderColor: "#004488",
          borderWidth: 1,
          radius: 6,
        }),
        half("left", 60, 30, { type: "ellipse", color: "#ffcc88" }),
        half("right", 60, 30, {
          type: "ellipse",
          borderColor: "#884400",
          borderWidth: 2,
          opacity: 0.5,
        }),
        half("left", 105, 20, { type: "rectangle", color: "#aa66cc", rotate: 30 }),
        half("right", 115, 2, { type: "line", color: "#22aa22", rotate: 60 }),
      ],
    ],
    expectedText: "",
  }),
  corpusCase("marks", {
    pages: [
      ["checkbox", "radioGroup", "circleMark"].flatMap((type, index) => [
        half("left", 8 + index * 30, 20, {
          name: "yes#" + type,
          type,
          width: 20,
          color: "#003399",
          borderWidth: 1,
        }),
        half("right", 8 + index * 30, 20, {
          name: "no#" + type,
          type,
          width: 20,
          color: "#003399",
          borderWidth: 1,
        }),
      ]),
    ],
    variables: [variable("yes", "boolean"), variable("no", "boolean")],
    data: { yes: true, no: false },
    expectedText: "",
  }),
  corpusCase("barcodes_square", { pages: [barcodes(SQUARE_CODES, widthOf)], expectedText: "" }),
  corpusCase("barcodes_numbers", { pages: [barcodes(NUMBER_CODES, widthOf)] }),
  corpusCase("barcodes_letters", { pages: [barcodes(LETTER_CODES, widthOf)] }),
  corpusCase("barcode_of_data", {
    pages: [
      [
        put(8, 30, { name: "text", type: "qrcode", width: 30 }),
        put(50, 30, { name: "fixed", type: "qrcode", width: 30, content: "{text}!" }),
      ],
    ],
    variables: [variable("text")],
    data: { text: "{6*7} مرحبا" },
    expectedText: "",
  }),
];
