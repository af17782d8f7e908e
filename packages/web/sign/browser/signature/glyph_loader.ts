import type { FontSubsets } from "@paraph/core/signing";

import { addGlyphs, missingGlyphs } from "./glyph_runs.ts";

/** How long the loader waits for another key, in milliseconds: nobody needs each step of a name. */
const DEBOUNCE = 150;

/** How long it waits before it tries again; then twice as long, so many times. */
const [RETRY, MOST_RETRIES] = [1000, 4];

/** The most characters that one request asks for. */
const MOST_CHARACTERS = 200;

/** Statuses after which the same characters are not asked for again. */
const FINAL = new Set([400, 403, 404, 409, 410, 413]);

/**
 * Loads the characters that signatures need and that the page has no font for, in the fonts of the signed
 * document. Until they come, and if they do not come, the browser's own fonts show them: the signed document
 * does not depend on it.
 */
export class GlyphLoader {
  readonly #url: string;
  readonly #onLoad: () => void;
  readonly #asked = new Set<string>();
  #texts: ReadonlyArray<string> = [];
  #timer: number | undefined;
  #isLoading = false;
  #retries = 0;

  /** @param onLoad Shows again what is written. */
  constructor(url: string, onLoad: () => void) {
    this.#url = url;
    this.#onLoad = onLoad;
  }

  /** Loads what these texts need, and nothing that earlier texts needed and these do not. */
  want(texts: ReadonlyArray<string>): void {
    if (texts.join("\n") === this.#texts.join("\n")) return;
    this.#texts = texts;
    this.#retries = 0;
    this.#start(DEBOUNCE);
  }

  #missing(): ReadonlyArray<string> {
    return missingGlyphs(this.#texts)
      .filter((character) => !this.#asked.has(character))
      .slice(0, MOST_CHARACTERS);
  }

  #start(delay: number): void {
    clearTimeout(this.#timer);
    if (this.#missing().length > 0) this.#timer = setTimeout(() => void this.#load(), delay);
  }

  async #load(): Promise<void> {
    // What is missing afterwards is asked for afterwards.
    if (this.#isLoading) return;
    this.#isLoading = true;
    const characters = this.#missing();
    const outcome = await load(this.#url, characters.join(""));
    this.#isLoading = false;
    if (outcome === "failed") {
      if (this.#retries < MOST_RETRIES) this.#start(RETRY * 2 ** this.#retries);
      this.#retries += 1;
      return;
    }
    // A character that did not come now would not come later either.
    for (const character of characters) this.#asked.add(character);
    if (outcome === "loaded") this.#onLoad();
    this.#start(DEBOUNCE);
  }
}

async function load(url: string, characters: string): Promise<"loaded" | "refused" | "failed"> {
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ characters }),
    });
    if (FINAL.has(answer.status)) return "refused";
    if (!answer.ok) return "failed";
    const { subsets }: (typeof FontSubsets)["Encoded"] = await answer.json();
    await Promise.all(subsets.map(addFont));
    return "loaded";
  } catch {
    return "failed";
  }
}

async function addFont({
  font,
  characters,
  data,
}: (typeof FontSubsets)["Encoded"]["subsets"][number]): Promise<void> {
  const family = `Paraph ${font}`;
  const bytes = Uint8Array.from(atob(data), (byte) => byte.charCodeAt(0));
  const unicodeRange = Array.from(characters, codePointOf).join(", ");
  const face = await new FontFace(family, bytes, { unicodeRange }).load();
  document.fonts.add(face);
  addGlyphs(family, characters);
}

function codePointOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16)}`;
}
