import { svgIcon } from "../../../ui/browser/dom.ts";

/** The paths of the icons. */
const PATHS = {
  text: "M4 5.5V4h12v1.5M10 4v12M7.5 16h5",
  longtext: "M3.5 5h13M3.5 8.5h13M3.5 12h13M3.5 15.5h7",
  number: "M7.5 3.5 6 16.5M14 3.5l-1.5 13M3.5 7.5h13.5M3 12.5h13.5",
  currency:
    "M13.5 6.2C12.8 5 11.6 4.5 10 4.5c-2 0-3.5 1-3.5 2.7 0 4 7.2 1.7 7.2 5.6 0 1.7-1.7 2.7-3.7 2.7-1.9 0-3.2-.8-3.8-2.2M10 2.5v15",
  date: "M3.5 5.5h13v11h-13zM3.5 9h13M7 3.5v4M13 3.5v4",
  datetime: "M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM10 6v4.2l2.8 1.7",
  boolean: "M4 4h12v12H4zM7 10l2.2 2.3L13.3 8",
  image: "M3.5 4.5h13v11h-13zM3.5 13l3.8-3.8 3.2 3.2 2.2-2.2 3.8 3.8M13 7.6h.01",
  url: "M8.5 11.5a3 3 0 0 0 4.3.3l2.5-2.5a3 3 0 0 0-4.3-4.3l-1.2 1.2M11.5 8.5a3 3 0 0 0-4.3-.3l-2.5 2.5A3 3 0 0 0 9 15l1.2-1.2",
  email: "M3 5h14v10H3zM3.3 5.5 10 10.8l6.7-5.3",
  loop: "M3.5 4.5h13v11h-13zM3.5 8.2h13M3.5 11.8h13M8.5 4.5v11",
  undo: "M7.5 4 4 7.5 7.5 11M4.5 7.5H12a4 4 0 0 1 0 8H8",
  redo: "M12.5 4 16 7.5 12.5 11M15.5 7.5H8a4 4 0 0 0 0 8h4",
  more: "M5 10h.01M10 10h.01M15 10h.01",
  close: "m5 5 10 10M15 5 5 15",
  plus: "M10 4.5v11M4.5 10h11",
  minus: "M4.5 10h11",
  fit: "M3.5 5v10M16.5 5v10M6 10h8M8.500 7.500 6 10l2.500 2.500M11.500 7.500 14 10l-2.500 2.500",
  keyboard:
    "M2.500 6h15v8.500h-15zM5.500 8.800h.01M8.500 8.800h.01M11.500 8.800h.01M14.500 8.800h.01M6.500 11.800h7",
  copy: "M7.500 7.500h9v9h-9zM12.500 7.500v-4h-9v9h4",
  alignLeft: "M3.500 3v14M6.500 6h9M6.500 13h5",
  alignCenter: "M10 3v14M5.500 6h9M7 13h6",
  alignRight: "M16.500 3v14M4.500 6h9M8.500 13h5",
  alignTop: "M3 3.500h14M6 6.500v9M13 6.500v5",
  alignMiddle: "M3 10h14M6 5.500v9M13 7v6",
  alignBottom: "M3 16.500h14M6 4.500v9M13 8.500v5",
  distributeX: "M3.500 3v14M16.500 3v14M8.500 6h3v8h-3z",
  distributeY: "M3 3.500h14M3 16.500h14M6 8.500h8v3H6z",
  trash: "M4 6h12M8 6V4h4v2M5.5 6l.7 10h7.6l.7-10M8.5 9v4.5M11.5 9v4.5",
  edit: "m4 16 .8-3.2L13.3 4.3a1.4 1.4 0 0 1 2 0l.4.4a1.4 1.4 0 0 1 0 2L7.2 15.2z",
  search: "M9 4a5 5 0 1 0 0 10A5 5 0 0 0 9 4zM12.7 12.7 16.5 16.5",
  side: "M3.5 4.5h13v11h-13zM8 4.5v11",
  eye: "M2.5 10S5 5 10 5s7.5 5 7.5 5-2.5 5-7.5 5-7.5-5-7.5-5zM10 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
  braces:
    "M7.5 3.5C5 3.5 6.5 9 4 10c2.5 1 1 6.5 3.5 6.5M12.5 3.5C15 3.5 13.5 9 16 10c-2.5 1-1 6.5-3.5 6.5",
  up: "m5.5 12 4.5-4.5 4.5 4.5",
  down: "m5.5 8 4.5 4.5L14.5 8",
  warning: "M10 3.5 17 16H3zM10 8.5v3.5M10 14h.01",
  file: "M5 3h6.5L15.5 7v10H5zM11.5 3v4h4",
  upload: "M10 13V4M6.5 7.5 10 4l3.5 3.5M4 13v3h12v-3",
  signature:
    "M3 16h14M4 12.5c2-5 4.5-9 6-8s-2.500 6-3.500 8c2-3 3.500-4 4.200-3.500s-.5 2.500.5 2.500 2-1.500 4.500-2",
  initials: "M3 16h14M5.500 12.500l2.500-8 2.500 8M6.300 10h3.400M13.500 4.500v8",
  signingText: "M3.500 7h13v6h-13zM6 9v2",
  signingChoice: "M3.500 6.500h13v7h-13zM10.500 9l1.500 1.700 1.500-1.700",
  line: "M3.5 10h13",
  rectangle: "M3.5 5h13v10h-13z",
  ellipse: "M10 4.5c3.6 0 6.5 2.5 6.5 5.5s-2.9 5.5-6.5 5.5S3.5 13 3.5 10 6.4 4.5 10 4.5z",
  drawing: "M3.5 15.5c1-7 4-9.5 6.5-9.5M13.5 4.5h3v3h-3zM3 13h3v3H3zM10 6c3 0 5 2 5 6v3.5",
  qrcode:
    "M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM11.5 11.5h2v2M16.5 11.5v2M11.5 16.5h2M15.5 16.5h1",
  barcode: "M3 4.5v11M5.5 4.5v11M7 4.5v11M9.5 4.5v11M12.5 4.5v11M14 4.5v11M17 4.5v11",
  ean: "M3.5 4v12M6 4v8.5M8 4v8.5M10 4v12M12 4v8.5M14 4v8.5M16.5 4v12M6 15.5h2M12 15.5h2",
  datamatrix:
    "M4 3.5v13h13M7.5 4h.01M11 4h.01M14.5 4h.01M16.5 7h.01M16.5 10.5h.01M16.5 13.5h.01M8 8h2v2H8zM12 9h2v2h-2zM8 12.5h1M11.5 13h2",
  stacked:
    "M3.5 4v12M16.5 4v12M6.5 5h2M10.5 5h3M6.5 8.3h4M12.5 8.3h1M6.5 11.7h1M9.5 11.7h4M6.5 15h3M11.5 15h2",
  settings:
    "M3.5 6h7M14.500 6h2M3.500 14h2M9.500 14h7M12.500 4a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM7.500 12a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
  check: "m4.5 10.5 3.7 3.7 7.3-8",
} as const;

/** The name of an icon. */
export type IconName = keyof typeof PATHS;

/** Creates an icon in the color of the text around it. */
export function icon(name: IconName): SVGSVGElement {
  return svgIcon(PATHS[name]);
}
