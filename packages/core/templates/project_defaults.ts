import { Effect } from "effect";

import { type LoadableFace, projectFonts } from "../fonts/mod.ts";
import { declaredLanguage, projectLanguage, ProjectStore } from "../projects/mod.ts";
import type { Language, ProjectId } from "../values/mod.ts";

/** What publications and previews take from their project. */
export interface ProjectDefaults {
  /** The faces of the project, which layouts can use next to the bundled fonts. */
  readonly faces?: ReadonlyArray<LoadableFace>;
  /** The language of documents whose layout and formats name none; null if the project declares none. */
  readonly language?: Language | null;
}

/** Loads the defaults of a project as they are now. A version keeps those of its publication. */
export const projectDefaults = Effect.gen(function* () {
  const projects = yield* ProjectStore;
  const { facesOf } = yield* projectFonts;

  return Effect.fnUntraced(function* (
    project: ProjectId,
  ): Effect.fn.Return<Required<ProjectDefaults>> {
    const settings = yield* projects.findBranding(project);
    return {
      faces: yield* facesOf(project),
      language: declaredLanguage(projectLanguage(settings)),
    };
  });
});
