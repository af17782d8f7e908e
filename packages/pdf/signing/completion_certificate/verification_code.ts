import { COLOURS, type LayoutBuilder } from "./layout_builder.ts";
import type { CertificateTexts } from "./texts/en.ts";

const LEFT = 18;
const WIDTH = 174;
const PADDING = 4;
/** Large enough for cameras: half a millimetre for each square of a code of 100 characters. */
const SIZE = 26;
const GAP = 6;

/** Adds a QR code and the URL of the page that verifies the certificate, on a pale background. */
export function addVerificationCode(
  builder: LayoutBuilder,
  url: string,
  { code: texts }: CertificateTexts["verify"],
): void {
  // The background is as high as its contents, so that no page break divides them.
  const height = SIZE + 2 * PADDING;
  builder.rectangle({ x: LEFT, y: 0, width: WIDTH, height }, COLOURS.pale, 1.5);
  const at = { x: LEFT + PADDING, y: PADDING, width: SIZE, height: SIZE };
  builder.qrCode(url, texts.alt, at);
  const x = LEFT + PADDING + SIZE + GAP;
  const column = { x, width: WIDTH - PADDING - SIZE - GAP - PADDING };
  builder.text(
    texts.lead,
    { ...column, y: PADDING, height: 15 },
    { fontSize: 8.5, minFontSize: 6, lineHeight: 1.35 },
  );
  builder.text(
    url,
    { ...column, y: PADDING + 16, height: 10 },
    { fontSize: 8, minFontSize: 5, fontColor: COLOURS.accent, lineHeight: 1.3, link: url },
  );
  builder.advance(height + 4);
}
