/** Every parser of untrusted input, and the results that it may return. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";

import { isSender, originOf } from "@paraph/core/admin";
import { parseDataUri, parseText, svgRoot } from "@paraph/core/layouts";
import { checkValue, decimalSum, formatProblem, parseFormat } from "@paraph/core/manifests";
import { isEmail } from "@paraph/core/values";
import { Duration, Effect, Layer, Result } from "effect";

import { clientNetwork } from "../../packages/http/_limits/client_address.ts";
import { byteRange } from "../../packages/http/_wire/response/byte_range.ts";
import { CHARTS } from "../../packages/pdf/testing/charts.ts";
import { dataUri } from "../../packages/pdf/testing/fixtures.ts";
import { openTypeFont, trueTypeFont, variableFont } from "../../packages/pdf/testing/font_files.ts";
import { sealPdf } from "../../packages/pdf/testing/sealing.ts";
import { JobThreads, readingThreads } from "../../packages/pdf/threads/job_threads.ts";
import type { Job } from "../../packages/pdf/threads/messages.ts";
import { ThreadPool } from "../../packages/pdf/threads/thread_pool.ts";
import { verifySealedPdf } from "../../packages/pdf/verify/mod.ts";
import { acceptedCoding } from "../../packages/web/kit/compress.ts";
import { makeBase } from "../rendering/corpus/base_pdfs.ts";
import { LOGO, PHOTO } from "../rendering/corpus/pictures.ts";
import { repairChecksums } from "../rendering/mutations.ts";
import { forgeText } from "./forgeries.ts";
import { damage, longText } from "./token_mutations.ts";
import { TOKENS } from "./tokens.ts";

/** The time limit of a case, in milliseconds; threads have their own limit. */
const DEADLINE = 10_000;

/**
 * The document reader loops endlessly on some damaged files and fills its memory on others. It is stopped
 * after this many milliseconds; the suite tests that this happens.
 */
const READ_DEADLINE = 2_000;

/** How long two threads may take to start and stop on a busy machine, in milliseconds. */
const START_ALLOWANCE = 8_000;

/** The limit for reading a text, in milliseconds, since other requests wait meanwhile. */
const MAX_MILLIS = 500;

/** A parser with valid input. */
export interface Suite {
  /** The input bytes of a seed; equal seeds give equal inputs. */
  readonly input: (seed: number) => Uint8Array;
  /** The defect in how the parser handled an input; nothing when it accepted or refused as it should. */
  readonly run: (
    input: Uint8Array,
  ) => Effect.Effect<string | undefined, never, ThreadPool | JobThreads>;
}

/** The services of the suites, as on a server. */
export const THREADS = Layer.merge(
  ThreadPool.layer({ threads: 2, deadline: DEADLINE, memoryMb: 512 }),
  readingThreads,
);

const BASES = await Promise.all((["plain", "form", "links"] as const).map(makeBase));
const { bytes: SIGNED_PDF } = await sealPdf(BASES[0] ?? new Uint8Array());
const pickFile = (files: ReadonlyArray<Uint8Array>, seed: number) =>
  files[Math.floor(seed / 2) % files.length] ?? new Uint8Array();

/** Runs a job on a thread. A thread that dies or is late is a failure. */
const onThread = (job: Job) =>
  Effect.gen(function* () {
    const { run } = yield* ThreadPool;
    return yield* run(job, 1_000);
  }).pipe(
    Effect.as(undefined),
    Effect.catch(({ message }) => Effect.succeed(message)),
  );

/** Runs a function that must be fast and must not throw. */
const checkSync = (work: () => void) =>
  Effect.sync(() => {
    const before = performance.now();
    try {
      work();
    } catch (error) {
      return `threw ${String(error)}`;
    }
    const took = performance.now() - before;
    return took > MAX_MILLIS ? `took ${Math.round(took)} ms` : undefined;
  });

/** The same for effects. */
const checkEffect = (work: Effect.Effect<string | undefined>) =>
  Effect.timed(work).pipe(
    Effect.map(([took, problem]) =>
      Duration.toMillis(took) > MAX_MILLIS ? `took ${Duration.toMillis(took)} ms` : problem,
    ),
    Effect.catchCause((cause) => Effect.succeed(`threw ${String(cause)}`)),
  );

const compileLayout = (layout: object) =>
  onThread({
    kind: "compile",
    source: JSON.stringify({ layout, manifest: { variables: [], loops: [] }, title: "Title" }),
  });

const FONTS = [trueTypeFont(), openTypeFont(), variableFont()];

/** Reads a font, and compiles a layout with its faces. A thread that dies or is late is a failure. */
const useFont = Effect.fnUntraced(function* (input: Uint8Array) {
  const { run } = yield* ThreadPool;
  const reply = yield* run({ kind: "font", bytes: input }, 1_000);
  if (reply.kind !== "readFont") return undefined;
  const file = { id: createHash("sha256").update(input).digest("hex"), byteSize: input.length };
  const faces = [{ ...reply.facts, coordinates: {} }, ...reply.facts.instances].map(
    ({ style, weight, coordinates }, index) => ({
      name: `face ${index}`,
      family: reply.facts.family,
      style,
      weight,
      coordinates,
      file,
    }),
  );
  const fields = faces.map(({ name }) => ({
    ...BOX,
    name,
    type: "text",
    textFormat: "inline-markdown",
    content: "ABC Hamburgefonts **ё** *1,23* e\u0331",
    fontName: name,
  }));
  const basePdf = { width: 210, height: 297, padding: [0, 0, 0, 0] };
  const layout = { basePdf, schemas: [fields] };
  const source = { layout, manifest: { variables: [], loops: [] }, title: "Title", fonts: faces };
  const fonts = new Map([[file.id, input]]);
  yield* run({ kind: "compile", source: JSON.stringify(source), fonts }, 1_000);
  return undefined;
});

const BOX = { position: { x: 0, y: 0 }, width: 50, height: 50 };
const SVG = `<?xml version="1.0"?><!-- a --><svg viewBox="0 0 9 9"><g fill="#fff" style="stroke:red;"><path d="M0 0L9 9zA1 1 0 11 2 2"/><text x="1">Hi &amp; &#65;</text></g></svg>`;
const DRAWINGS = [SVG, ...Object.values(CHARTS)];
const TEXTS = [
  "bytes=0-99,100-",
  "gzip;q=0.5, br",
  "Acme <a@acme.example>",
  "https://app.example.com:8443/",
  "::ffff:10.0.0.1%eth0",
  "Dear {customer.name|date:DD/MM/YYYY},",
  "currency:EUR@de-DE",
  "+12.50e-3",
  "data:image/png;base64,AAAA",
  SVG,
];
const KINDS = Object.entries(TOKENS);
const text = new TextDecoder("utf-8", { ignoreBOM: true });
const bytes = (value: string) => new TextEncoder().encode(value);

/** The suites by their names. */
export const SUITES: Readonly<Record<string, Suite>> = {
  /** PNG and JPEG, in layouts and in data. */
  image: {
    input: (seed) => {
      const image = damage(pickFile([LOGO, PHOTO], seed), seed);
      return seed % 3 === 0 ? repairChecksums(image) : image;
    },
    run: (input) => onThread({ kind: "image", bytes: input }),
  },
  /** Base PDFs: their pages, and what is copied from them. */
  base: {
    input: (seed) => damage(pickFile(BASES, seed), seed),
    run: (input) => compileLayout({ basePdf: dataUri(input, "application/pdf"), schemas: [[]] }),
  },
  /** Fonts: those that are accepted are used in a document. */
  font: {
    input: (seed) => damage(pickFile(FONTS, seed), seed),
    run: (input) => useFont(input).pipe(Effect.catch(({ message }) => Effect.succeed(message))),
  },
  /** PDFs for signature: their texts are searched. */
  document: {
    input: (seed) => damage(pickFile(BASES, seed), seed),
    run: Effect.fnUntraced(function* (input) {
      const { run } = yield* JobThreads;
      const order = { pdf: input, texts: ["sign here"] };
      const limits = { deadline: READ_DEADLINE, memoryMb: 256 };
      const [took] = yield* Effect.timed(Effect.exit(run("read", order, limits)));
      const millis = Duration.toMillis(took);
      return millis > READ_DEADLINE + START_ALLOWANCE ? `took ${Math.round(millis)} ms` : undefined;
    }),
  },
  /** PDFs for `paraph verify`. */
  verify: {
    input: (seed) => damage(SIGNED_PDF, seed),
    run: (input) =>
      Effect.sync(() => {
        try {
          verifySealedPdf(input);
          return undefined;
        } catch (error) {
          return `threw ${String(error)}`;
        }
      }),
  },
  /** Drawings of layouts. */
  svg: {
    input: (seed) => {
      const svg = DRAWINGS[Math.floor(seed / 2) % DRAWINGS.length] ?? SVG;
      return seed % 2 === 0 ? damage(bytes(svg), seed) : bytes(longText(svg, seed));
    },
    run: (input) => {
      const field = { ...BOX, name: "drawing", type: "svg", content: text.decode(input) };
      const basePdf = { width: 210, height: 297, padding: [0, 0, 0, 0] };
      // Compiling renders once: a drawing that takes too long is stopped, and its layout is refused.
      return Effect.map(compileLayout({ basePdf, schemas: [[field]] }), (problem) =>
        problem === "The document took too long to render" ? undefined : problem,
      );
    },
  },
  /** Texts: headers, addresses, formats, placeholders. */
  text: {
    input: (seed) => bytes(longText(TEXTS[seed % TEXTS.length] ?? "", seed)),
    run: (input) => {
      const value = text.decode(input);
      return checkSync(() => {
        byteRange(value, 1_000);
        acceptedCoding(value);
        isSender(value);
        isEmail(value);
        originOf(value);
        clientNetwork(value);
        parseText(value);
        parseFormat(value.slice(0, 60));
        formatProblem(value.slice(0, 60), "currency");
        const amount = checkValue("currency", value);
        if (Result.isSuccess(amount)) decimalSum([String(amount.success), "1"]);
        parseDataUri(value);
        svgRoot(value);
      });
    },
  },
  /** Keys, tokens, signatures, cursors and so on: the name, then the text. */
  token: {
    input: (seed) => {
      const [name, { right, forgeries: attacks = [] }] =
        KINDS[seed % KINDS.length] ?? assert.fail();
      const round = Math.floor(seed / KINDS.length);
      return bytes(`${name} ${attacks[round] ?? forgeText(right, seed)}`);
    },
    run: (input) => {
      const [name = "", ...rest] = text.decode(input).split(" ");
      return checkEffect(
        TOKENS[name]?.problem(rest.join(" ")) ?? Effect.succeed(`There is no token ${name}`),
      );
    },
  },
};
