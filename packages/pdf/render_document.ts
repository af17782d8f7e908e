import { type InputData } from "@paraph/core/manifests";
import type { RenderWarning } from "@paraph/core/renders";

import { layOut } from "./blocks/lay_out.ts";
import type { CompiledTemplate } from "./compile/compiled_template.ts";
import { MissingGlyph } from "./fonts/faces.ts";
import { openFonts } from "./fonts/project_fonts.ts";
import type { FontFiles } from "./fonts/template_font.ts";
import { DocumentImages } from "./images/read_image.ts";
import { PermanentRenderError } from "./permanent_render_error.ts";
import { loadHyphenator } from "./text/hyphenation.ts";
import { documentFile, type PageContent } from "./write/document_file.ts";
import { overlayFile } from "./write/overlay_file.ts";
import { Resources } from "./write/resources.ts";

export interface RenderedDocument {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly pageCount: number;
  readonly warnings: ReadonlyArray<RenderWarning>;
}

/** Languages in which ligatures do not join the parts of compounds, as in Auf-lage. */
const COMPOUNDS: ReadonlySet<string> = new Set(["de"]);

/** Text in a script that no font has would have a warning for each letter. */
const MAX_WARNINGS = 20;

/**
 * Renders a document. Fails with a `RenderingFault` when the data cannot be rendered.
 *
 * @param fetchedImages Fetched images by URL.
 * @param fontFiles The files of the template's fonts.
 */
export async function renderDocument(
  template: CompiledTemplate,
  data: InputData,
  fetchedImages: ReadonlyMap<string, Uint8Array>,
  fontFiles: FontFiles = NO_FILES,
): Promise<RenderedDocument> {
  try {
    openFonts(template.fonts, fontFiles);
    const resources = new Resources();
    const images = new DocumentImages(fetchedImages);
    const { language, typography } = template;
    const { needsPatterns, failsOnMissingGlyph } = typography;
    const hasCompounds = COMPOUNDS.has(new Intl.Locale(language).language);
    const patterns = needsPatterns || hasCompounds ? await loadHyphenator(language) : undefined;
    const hyphenator = needsPatterns ? patterns : undefined;
    const compounds = hasCompounds ? patterns : undefined;
    const missing = failsOnMissingGlyph ? undefined : new Set<string>();
    const pages = layOut({ template, data, images, hyphenator, compounds, missing }, resources);
    return {
      bytes: await write(template, pages, resources),
      pageCount: pages.length,
      warnings: [...(missing ?? [])]
        .slice(0, MAX_WARNINGS)
        .map((character) => ({
          code: "glyph_missing",
          message: `${new MissingGlyph(character).message}; the document shows a box`,
        })),
    };
  } catch (error) {
    if (error instanceof MissingGlyph)
      throw new PermanentRenderError("glyph_missing", error.message);
    throw error;
  }
}

const NO_FILES: FontFiles = new Map();

function write(
  template: CompiledTemplate,
  pages: ReadonlyArray<PageContent>,
  resources: Resources,
): Promise<Uint8Array<ArrayBuffer>> {
  return template.base.kind === "blank"
    ? documentFile(pages, resources, template)
    : overlayFile(template.base, pages, resources, template);
}
