import { imageMatrix } from "../images/orientation.ts";
import { UnreadableImage, type PreparedImage } from "../images/prepared_image.ts";
import { UnsupportedDrawing } from "../permanent_render_error.ts";
import { pathOperators, rectanglePath } from "./geometry/path.ts";
import { fitMatrix } from "./geometry/view_box.ts";
import { matrixOperands, numberFormat } from "./paint/canvas.ts";
import { lengthBases, type Painter, type Place } from "./painter.ts";
import type { Declared } from "./style/style.ts";
import { lengthOf } from "./style/values.ts";
import { hrefOf, type SvgElement } from "./svg_element.ts";

/** Draws an `<image>`. Fails unless it is a PNG or a JPEG in the drawing itself. */
export function drawImage(
  element: SvgElement,
  declared: Declared,
  painter: Painter,
  place: Place,
  opacity: number,
): void {
  const image = readImage(hrefOf(element), painter);
  const { across, down } = lengthBases(place);
  const [x, y] = [lengthOf(declared("x"), across) ?? 0, lengthOf(declared("y"), down) ?? 0];
  const [ownWidth, ownHeight] = [
    lengthOf(declared("width"), across),
    lengthOf(declared("height"), down),
  ];
  const ratio = image.width / image.height;
  const width = ownWidth ?? (ownHeight === undefined ? image.width : ownHeight * ratio);
  const height = ownHeight ?? (ownWidth === undefined ? image.height : ownWidth / ratio);
  if (width <= 0 || height <= 0 || !place.style.isVisible) return;
  const { canvas } = place;
  const view = { x: 0, y: 0, width: image.width, height: image.height };
  const [a, , , d, e, f] = fitMatrix(view, { width, height }, declared("preserveAspectRatio"));
  const size = { width: image.width * a, height: image.height * d };
  canvas.save();
  const outline = rectanglePath({ x, y, width, height });
  canvas.add(`${pathOperators(outline, numberFormat(place.scale))}W n\n`);
  canvas.setOpacity(opacity, opacity);
  // Images have their first row at the top.
  canvas.add(`${matrixOperands([1, 0, 0, -1, x + e, y + f + size.height])} cm\n`);
  const matrix = imageMatrix(image.orientation, { x: 0, y: 0, ...size });
  canvas.add(`${numberFormat(1e3)(...matrix)} cm ${canvas.image(image)} Do\n`);
  canvas.restore();
}

function readImage(source: string | undefined, { readImage: read }: Painter): PreparedImage {
  if (source === undefined || !/^data:image\/(?:png|jpe?g)[;,]/i.test(source))
    throw new UnsupportedDrawing("<image> needs a PNG or JPEG as data:image/…;base64,…");
  try {
    return read(source.replaceAll(/\s+/g, ""));
  } catch (error) {
    if (!(error instanceof UnreadableImage)) throw error;
    throw new UnsupportedDrawing(`An <image> cannot be read. ${error.message}`);
  }
}
