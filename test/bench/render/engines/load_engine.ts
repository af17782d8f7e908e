import type { Engine, EngineName } from "./engine.ts";

/** Loads an engine, and none of the others. */
export async function loadEngine(name: EngineName): Promise<Engine> {
  switch (name) {
    case "paraph":
      return (await import("./paraph.ts")).engine;
    case "pdfme":
      return (await import("./pdfme.ts")).engine;
    case "pdfkit":
      return (await import("./pdfkit.ts")).engine;
    case "pdfmake":
      return (await import("./pdfmake.ts")).engine;
    default:
      return (await import("./chromium.ts")).engine;
  }
}
