import type { BenchData, BenchDocument } from "../documents.ts";

/** Draws the data of a number, ready to be drawn, into a PDF. */
export type Draw = (number: number) => Promise<Uint8Array>;

/** An engine that renders documents. */
export interface Engine {
  /** Makes ready what one does once for a document, and the data in the form the engine takes it in. */
  readonly open: (document: BenchDocument, data: ReadonlyArray<BenchData>) => Promise<Draw>;
  /** Milliseconds of CPU that processes of its own have taken so far. */
  readonly outsideCpu?: () => number;
  readonly close?: () => Promise<void>;
}

/** Which engines there are; the first is ours. */
export const ENGINES = ["paraph", "pdfme", "pdfkit", "pdfmake", "chromium"] as const;
export type EngineName = (typeof ENGINES)[number];

/** The prepared data of a number; numbers go round. */
export function pick<A>(from: ReadonlyArray<A>, number: number): A {
  const picked = from[number % from.length];
  if (picked === undefined) throw new Error("There is no data");
  return picked;
}
