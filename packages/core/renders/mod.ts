export * from "./pdf_renderer.ts";
