export { compileLayout } from "./compile_layout.ts";
export { tryPart } from "./try_part.ts";
