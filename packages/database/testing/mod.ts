export * from "./database.ts";
export * from "./fixtures.ts";
export * from "./test_database_options.ts";
export * from "./scripted_provider.ts";
export * from "./stores.ts";
export * from "./renderer_of.ts";
