export { activeContent } from "../active/active_content.ts";
export { compileLayout } from "./compile_layout.ts";
export { tryPart } from "./try_part.ts";
