import { Predicate, Result, Schema } from "effect";

import {
  barcodeProblem,
  BarcodeType,
  bindingOf,
  everyField,
  indexManifest,
  type Layout,
  svgRoot,
} from "../../layouts/mod.ts";
import { checkValue, type Manifest, sampleData } from "../../manifests/mod.ts";

const isBarcodeType = Schema.is(BarcodeType);

/** A valid sample of each barcode type. */
const BARCODES: Readonly<Record<BarcodeType, string>> = {
  qrcode: "https://example.com/",
  japanpost: "10000131-3-2-503",
  ean13: "4006381333931",
  ean8: "96385074",
  code39: "SAMPLE",
  code128: "Sample 128",
  nw7: "A12345B",
  itf14: "15400141288763",
  upca: "416000336108",
  upce: "00123457",
  gs1datamatrix: "(01)03453120000011",
  pdf417: "Sample",
};

const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="#cccccc"/></svg>';

/**
 * Sample data that a layout can render, with valid values for barcodes and drawings.
 *
 * @example Not every text is a barcode
 * ```ts
 * import { layoutSamples } from "@paraph/core/embed";
 * import assert from "node:assert/strict";
 *
 * const code = { key: "code", label: "Code", dataType: "text", required: true } as const;
 * const layout = { schemas: [[{ name: "code", type: "ean13" }]] };
 * const data = layoutSamples(layout, { variables: [code], loops: [] });
 * assert.equal(data["code"], "4006381333931");
 * ```
 */
export function layoutSamples(
  layout: Layout,
  manifest: Manifest,
): Readonly<Record<string, unknown>> {
  const samples = sampleData(manifest);
  const index = indexManifest(manifest);
  const replacements = everyField(layout).flatMap(({ field: { name, type } }) => {
    const binding = bindingOf(Predicate.isString(name) ? name : "", index);
    if (binding.kind !== "variable") return [];
    const { key, dataType } = binding.variable;
    const sample = replacementFor(type, String(samples[key]));
    const fits = sample !== undefined && Result.isSuccess(checkValue(dataType, sample));
    return fits ? [[key, sample] as const] : [];
  });
  return { ...samples, ...Object.fromEntries(replacements) };
}

/** A replacement for a sample that a field type cannot render; `undefined` if none is needed. */
function replacementFor(type: unknown, sample: string): string | undefined {
  if (type === "svg") return svgRoot(sample) === undefined ? DRAWING : undefined;
  if (!isBarcodeType(type)) return undefined;
  return barcodeProblem(type, sample) === undefined ? undefined : BARCODES[type];
}
