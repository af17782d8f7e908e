import type { BenchData, BenchDocument } from "../documents.ts";

/** Renders the data of a number into a PDF. */
export type Draw = (number: number) => Promise<Uint8Array>;

/** An engine that renders documents. */
export interface Engine {
  /** Prepares a document once, and the data in the engine's format. */
  readonly open: (document: BenchDocument, data: ReadonlyArray<BenchData>) => Promise<Draw>;
  /** The CPU milliseconds of its separate processes so far. */
  readonly outsideCpu?: () => number;
  readonly close?: () => Promise<void>;
}

/** The engines; the first is Paraph. */
export const ENGINES = ["paraph", "pdfme", "pdfkit", "pdfmake", "chromium"] as const;
export type EngineName = (typeof ENGINES)[number];

/** The data of a number; numbers wrap around. */
export function pick<A>(from: ReadonlyArray<A>, number: number): A {
  const item = from[number % from.length];
  if (item === undefined) throw new Error("There is no data");
  return item;
}
