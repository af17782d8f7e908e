import { createHash } from "node:crypto";

import type { InputData } from "@paraph/core/manifests";
import type { DocumentEncryption } from "@paraph/core/renders";

import type { CompileSource } from "../compile/compile_layout.ts";
import type { CompiledTemplate } from "../compile/compiled_template.ts";
import { fromBytes, toBytes } from "../compile/template_bytes.ts";
import { UnreadableFont } from "../fonts/opentype/font_file.ts";
import type { FontFiles } from "../fonts/template_font.ts";
import { UnreadableImage } from "../images/prepared_image.ts";
import { readImage } from "../images/read_image.ts";
import { LruCache } from "../lru_cache.ts";
import { PermanentRenderError } from "../permanent_render_error.ts";
import { readPdf, displayedPages, UnreadablePdf } from "../read/read_pdf.ts";
import { renderDocument } from "../render_document.ts";
import type { Job, PartToTry, Reply, SentTemplate, UnknownTemplate } from "./messages.ts";
import { wholeBytes } from "./messages.ts";

const templates = new LruCache<CompiledTemplate>({ count: 64, bytes: 16 * 1024 * 1024 });

/** Runs a job. All errors count as permanent failures of the job. */
export async function runJob(job: Job): Promise<Reply | UnknownTemplate> {
  try {
    return await run(job);
  } catch (error) {
    return explain(error, job);
  }
}

async function run(job: Job): Promise<Reply | UnknownTemplate> {
  switch (job.kind) {
    case "render": {
      const template = openTemplate(job.template);
      if (template === undefined) return { kind: "unknownTemplate" };
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the main thread
      const data = JSON.parse(new TextDecoder().decode(job.data)) as InputData;
      const since = performance.now();
      const rendered = await renderDocument(template, data, job.fetched, job.fonts);
      const { encryption = null } = job;
      const file = encryption === null ? rendered.bytes : await encrypt(rendered.bytes, encryption);
      const micros = microsSince(since);
      const bytes = wholeBytes(file);
      return { kind: "rendered", ...rendered, bytes, sha256: sha256Of(bytes), micros };
    }
    case "compile": {
      // Imported on demand: rarely used and large.
      const { compileLayout } = await import("../compile/compile_layout.ts");
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- likewise
      const source = JSON.parse(job.source) as CompileSource;
      const template = await compileLayout(source, job.fonts);
      return { kind: "compiled", ...toBytes(template), ...(await tryRender(template, job.fonts)) };
    }
    case "part": {
      const { partProblems } = await import("../compile/part_problems.ts");
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- likewise
      const { part, manifest, faces } = JSON.parse(job.part) as PartToTry;
      return { kind: "tried", issues: await partProblems(part, manifest, faces, job.fonts) };
    }
    case "basePdf": {
      const { activeContent } = await import("../active/active_content.ts");
      const doc = await readPdf(job.bytes);
      const facts = { pages: displayedPages(doc), activeContent: activeContent(doc) };
      if (job.standard === undefined) return { kind: "basePdf", ...facts, archiveProblems: [] };
      const { archiveProblems } = await import("../standards/archive_problems.ts");
      return { kind: "basePdf", ...facts, archiveProblems: archiveProblems(doc, job.standard) };
    }
    case "missing": {
      const { missingCharacters } = await import("../compile/missing_characters.ts");
      const { texts, faces, fonts } = job;
      return { kind: "missing", characters: missingCharacters(texts, faces, fonts) };
    }
    case "font": {
      const { fontFacts } = await import("../fonts/opentype/font_facts.ts");
      return { kind: "readFont", facts: fontFacts(job.bytes) };
    }
    case "page": {
      const { drawPage } = await import("../rasterize/draw_page.ts");
      return await drawPage(job.pdf, job.page);
    }
    case "merge": {
      const { mergedPart } = await import("../merge/merged_part.ts");
      return { kind: "merged", part: await mergedPart(job.document) };
    }
    default: {
      const { format, width, height } = readImage(job.bytes);
      return { kind: "readImage", image: { format, width, height } };
    }
  }
}

/** Imported on demand: rarely used. */
async function encrypt(bytes: Uint8Array, encryption: DocumentEncryption) {
  const { encryptPdf } = await import("../encrypt/encrypt_pdf.ts");
  return await encryptPdf(bytes, encryption);
}

/** Between these times a render is measured a second time. */
const CERTAIN_MICROS = { least: 50_000, most: 1_000_000 };

/**
 * Renders a template without data, for the warnings and the time that it takes. The first render may have to
 * load code.
 */
async function tryRender(template: CompiledTemplate, fonts: FontFiles | undefined) {
  const first = await tryOnce(template, fonts);
  const { least, most } = CERTAIN_MICROS;
  if (first.drawMicros < least || first.drawMicros > most) return first;
  const { drawMicros } = await tryOnce(template, fonts);
  return { ...first, drawMicros: Math.min(first.drawMicros, drawMicros) };
}

async function tryOnce(template: CompiledTemplate, fonts: FontFiles | undefined) {
  const since = performance.now();
  // Rendering may fail without data; the time until then counts.
  const warnings = await renderDocument(template, NO_DATA, new Map(), fonts).then(
    (rendered) => rendered.warnings,
    () => [],
  );
  return { drawMicros: microsSince(since), warnings };
}

const NO_DATA: InputData = { values: {}, loops: {} };

function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function microsSince(since: number): number {
  return Math.round((performance.now() - since) * 1_000);
}

function openTemplate({ id, bytes }: SentTemplate): CompiledTemplate | undefined {
  const cachedTemplate = templates.get(id);
  if (cachedTemplate !== undefined || bytes === undefined) return cachedTemplate;
  const template = fromBytes(bytes);
  templates.set(id, template, bytes.length);
  return template;
}

/** A font that fails while a document is rendered is a fault of the document. */
function isUnreadableFont(error: unknown, { kind }: Job): error is UnreadableFont {
  return error instanceof UnreadableFont && kind !== "render";
}

function explain(error: unknown, job: Job): Reply {
  if (error instanceof PermanentRenderError)
    return { kind: "fault", code: error.code, message: error.message };
  if (
    error instanceof UnreadableImage ||
    error instanceof UnreadablePdf ||
    isUnreadableFont(error, job)
  ) {
    return { kind: "unreadable", message: error.message };
  }
  // Libraries also throw plain text.
  const message = error instanceof Error ? error.message : String(error);
  return job.kind === "render"
    ? {
        kind: "fault",
        code: "render_failed",
        message: `The document cannot be rendered. ${message}`,
      }
    : { kind: "unreadable", message: "The file is damaged" };
}
