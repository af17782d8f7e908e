import type { ItemField, LoopDefinition } from "@paraph/core/manifests";
import type { Json } from "effect/Schema";

type EncodedItem = (typeof ItemField)["Encoded"];

/** A loop as the API sends it: `required` of its item fields is optional. */
interface EncodedLoop extends Pick<LoopDefinition, "key" | "label"> {
  readonly itemFields: ReadonlyArray<EncodedItem>;
  readonly loops?: ReadonlyArray<EncodedLoop>;
  readonly description?: string;
  readonly previewData?: Json;
}

/** Decodes a variable or an item field: `required` is false by default. */
export function withRequired<A extends { readonly required?: boolean }>(
  field: A,
): A & { readonly required: boolean } {
  return { ...field, required: field.required ?? false };
}

/** Decodes a loop, with the loops in it. */
export function decodedLoop({ itemFields, loops, ...loop }: EncodedLoop): LoopDefinition {
  return {
    ...loop,
    itemFields: itemFields.map(withRequired),
    ...(loops === undefined ? {} : { loops: loops.map(decodedLoop) }),
  };
}
