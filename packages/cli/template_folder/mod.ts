/**
 * Templates as folders for git: `template.json` with `manifest.json`, `layout.json` and the files of the
 * layout next to it.
 *
 * @module
 */
export * from "./difference.ts";
export * from "./font_files.ts";
export { readPlacedJson } from "./json_places.ts";
export * from "./published_form.ts";
export * from "./read_template.ts";
export * from "./sample_file.ts";
export * from "./write_folder.ts";
export * from "./wrong_template.ts";
