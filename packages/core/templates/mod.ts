export * from "./asset_reader.ts";
export * from "./input_data.ts";
export * from "./layout.ts";
export * from "./manifest.ts";
export * from "./page_config.ts";
