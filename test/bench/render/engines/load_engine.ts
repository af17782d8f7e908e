import type { Engine, EngineName } from "./engine.ts";

/** Loads only this engine. */
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
