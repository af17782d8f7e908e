import { Effect, Schema } from "effect";

import { builtFiles } from "./build/built_files.ts";
import { CONTENTS, type Contents, ContentsJson } from "./page_contents.ts";

/** The files of the pages, by names that change with their content. */
export interface PageBundle extends Schema.Schema.Type<typeof Contents> {
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** The bundled files of the pages. The same sources give the same names. */
export const pageBundle: Effect.Effect<PageBundle> = Effect.map(builtFiles(), (files) => {
  const contents = Schema.decodeSync(ContentsJson)(new TextDecoder().decode(files.get(CONTENTS)));
  files.delete(CONTENTS);
  return { ...contents, files };
});
