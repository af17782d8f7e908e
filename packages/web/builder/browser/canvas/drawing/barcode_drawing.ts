import { h } from "../../../../ui/browser/dom.ts";
import type { UIRenderProps } from "../plugin.ts";

/** The names of the types in the barcode library, where they differ. */
const ENCODERS: Readonly<Record<string, string>> = {
  nw7: "rationalizedCodabar",
  gs1datamatrix: "gs1datamatrix",
};
const SQUARE_TYPES = new Set(["qrcode", "gs1datamatrix", "pdf417"]);

/** Draws a barcode. Its library is loaded with the first one. */
export async function drawBarcode({ rootElement, schema, value }: UIRenderProps): Promise<void> {
  const colour = (name: string) => {
    const setting = schema[name];
    return typeof setting === "string" && setting !== "" ? setting.replace("#", "") : undefined;
  };
  const [barcolor, backgroundcolor, textcolor] = ["barColor", "backgroundColor", "textColor"].map(
    colour,
  );
  const options = {
    bcid: ENCODERS[schema.type] ?? schema.type,
    text: value,
    includetext: !SQUARE_TYPES.has(schema.type) && schema["includetext"] !== false,
    textxalign: "center" as const,
    ...(barcolor === undefined ? {} : { barcolor }),
    ...(backgroundcolor === undefined ? {} : { backgroundcolor }),
    ...(textcolor === undefined ? {} : { textcolor }),
  };
  try {
    const { toSvg } = await import("./barcode_library.ts");
    const svg = toSvg(options).replace("<svg ", '<svg preserveAspectRatio="none" ');
    const src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
    rootElement.replaceChildren(h("img", { class: "drawn-code", src, alt: "" }));
  } catch {
    // The problems of the template say why a text cannot be encoded.
    rootElement.replaceChildren(h("div", { class: "drawn-blank" }, value));
  }
}
