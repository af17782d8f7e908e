import { isOnItsSide } from "../images/orientation.ts";
import type { PreparedImage } from "../images/prepared_image.ts";
import type { PdfFile, Ref } from "./pdf_file.ts";

/** Puts an image into a file. */
export function addImage(file: PdfFile, image: PreparedImage): Ref {
  const { samples, alpha, orientation } = image;
  const isTurned = isOnItsSide(orientation);
  const [width, height] = isTurned ? [image.height, image.width] : [image.width, image.height];
  const common = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}`;
  const mask =
    alpha === undefined
      ? ""
      : `/SMask ${file.addStream(
          `${common}/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode`,
          alpha,
        )}`;
  const channels = { DeviceGray: 1, Indexed: 1, DeviceRGB: 3, DeviceCMYK: 4 }[samples.colours];
  const colours =
    samples.palette === undefined
      ? `/${samples.colours}`
      : `[/Indexed/DeviceRGB ${samples.palette.length / 3 - 1} ${file.addStream("", samples.palette)}]`;
  const rowFilters = samples.hasRowFilters
    ? `/DecodeParms<</Predictor 15/Colors ${channels}/BitsPerComponent ${samples.bits}/Columns ${width}>>`
    : "";
  const inverted = samples.isInverted ? "/Decode[1 0 1 0 1 0 1 0]" : "";
  return file.addStream(
    `${common}/ColorSpace${colours}/BitsPerComponent ${samples.bits}/Filter/${samples.filter}${rowFilters}${inverted}${mask}`,
    samples.bytes,
  );
}
