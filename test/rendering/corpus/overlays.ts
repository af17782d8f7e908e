import { dataUri } from "../../../packages/pdf/testing/fixtures.ts";
import { type BaseKind, makeBase } from "./base_pdfs.ts";
import { type CorpusCase, corpusCase, half, variable } from "./corpus_case.ts";
import { LOGO_URI } from "./pictures.ts";

const FIELDS = (page: number) => [
  half("left", 40, 8, { name: `name#${page}`, width: 40, backgroundColor: "#ffe9a8" }),
  half("left", 55, 8, {
    name: `page#${page}`,
    width: 40,
    content: "{name} {currentPage}/{totalPages}",
    fontSize: 8,
    readOnly: true,
  }),
  half("left", 70, 14, { name: `logo ${page}`, type: "image", width: 20, content: LOGO_URI }),
];

async function overlayCase(name: string, kind: BaseKind, pages: number): Promise<CorpusCase> {
  return corpusCase(name, {
    base: dataUri(await makeBase(kind), "application/pdf"),
    pages: Array.from({ length: pages }, (_, page) => FIELDS(page)),
    variables: [variable("name")],
    data: { name: "Ada Ñandú" },
    goldenPages: Array.from({ length: pages }, (_, page) => page),
  });
}

/** Fields on PDFs of other programs. */
export const OVERLAYS: ReadonlyArray<CorpusCase> = await Promise.all([
  overlayCase("overlay_plain", "plain", 2),
  overlayCase("overlay_rotated", "rotated", 4),
  overlayCase("overlay_cropped", "cropped", 1),
  overlayCase("overlay_links", "links", 1),
  overlayCase("overlay_form", "form", 1),
  overlayCase("overlay_empty_page", "empty", 1),
  overlayCase("overlay_outline", "outlined", 1),
]);
