import { Layout } from "@paraph/core/layouts";
import type { InputData, Manifest } from "@paraph/core/manifests";
import { Effect, Schema } from "effect";

import { compileLayout } from "../../packages/pdf/compile/compile_layout.ts";
import { toBytes } from "../../packages/pdf/compile/template_bytes.ts";
import { type ThreadCode, threadCode } from "../../packages/pdf/threads/thread_code.ts";
import type { DocumentCost } from "./documents/document_process.ts";
import { measureDocument } from "./documents/measure_document.ts";
import { figure, occasion, table } from "./results.ts";

/** The number of processes for each text. */
const ROUNDS = 5;

const REPEATS = 20;

/** How often the sentence is in a document. */
const SENTENCES = 12;

/** A text in fonts that no document of its process has used. */
interface Sample {
  readonly name: string;
  readonly language: string;
  readonly sentence: string;
}

const LATIN = "All human beings are born free and equal in dignity and rights. ";

const SAMPLES: ReadonlyArray<Sample> = [
  { name: "Latin", language: "en", sentence: LATIN },
  {
    name: "Arabic",
    language: "ar",
    sentence: "يولد جميع الناس أحراراً متساوين في الكرامة والحقوق. ",
  },
  {
    name: "Hebrew",
    language: "he",
    sentence: "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם. ",
  },
  {
    name: "Devanagari",
    language: "hi",
    sentence: "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है। ",
  },
  { name: "Thai", language: "th", sentence: "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ " },
  {
    name: "Japanese",
    language: "ja",
    sentence:
      "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。",
  },
  {
    name: "Simplified Chinese",
    language: "zh-Hans",
    sentence: "人人生而自由，在尊严和权利上一律平等。",
  },
  {
    name: "Traditional Chinese",
    language: "zh-Hant",
    sentence: "人人生而自由，在尊嚴和權利上一律平等。",
  },
  {
    name: "Korean",
    language: "ko",
    sentence: "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. ",
  },
  { name: "Symbols", language: "en", sentence: "☎ ★ ⚠ ☑ ✂ ♻ " },
  { name: "Emoji", language: "en", sentence: "😀 📄 🚀 🎉 🌍 📦 " },
];

const MANIFEST: Manifest = {
  variables: [{ key: "text", label: "Text", dataType: "longtext", required: true }],
  loops: [],
};

const inputOf = (sentence: string): InputData => ({
  values: { text: sentence.repeat(SENTENCES) },
  loops: {},
});

/** Measures the first document in the fonts of a script; returns a section of `RESULTS.md`. */
export async function fontsSection(): Promise<string> {
  const costs = await Effect.runPromise(
    Effect.scoped(
      threadCode.pipe(Effect.andThen((code) => Effect.promise(() => measureAll(code)))),
    ),
  );
  const lines = costs.map(([{ name }, { cpu, cpuAgain, before, peak, bytes }]) => [
    name,
    figure(cpu),
    figure(cpuAgain),
    figure(peak - before),
    figure(bytes / 1e3),
  ]);
  return `## First use of fonts

${occasion("fonts")}

A process with one render thread, as a worker has it, renders five documents in Latin letters, and then a document with
${SENTENCES} sentences in another script: once, and ${REPEATS} times more. ${ROUNDS} processes each, medians. CPU is that of the whole process. Added is what
the first document added to the most memory that the process has had.

${table(["text", "first document, ms CPU", "later ones, ms CPU", "added, MB", "file, KB"], lines)}
`;
}

async function measureAll(code: ThreadCode) {
  const costs: Array<readonly [Sample, DocumentCost]> = [];
  for (const sample of SAMPLES) costs.push([sample, await measure(sample, code)]);
  return costs;
}

async function measure({ language, sentence }: Sample, code: ThreadCode): Promise<DocumentCost> {
  const text = { name: "text", type: "text", content: "{text}", position: { x: 20, y: 20 } };
  const layout = Schema.decodeUnknownSync(Layout)({
    basePdf: { width: 210, height: 297, padding: [20, 20, 20, 20] },
    language,
    schemas: [[{ ...text, width: 170, height: 200, fontSize: 11 }]],
  });
  const source = { layout, manifest: MANIFEST, title: "Sentences" };
  return measureDocument(code, {
    template: toBytes(await compileLayout(source)).bytes,
    warm: inputOf(LATIN),
    data: inputOf(sentence),
    rounds: ROUNDS,
    repeats: REPEATS,
  });
}
