import {
  type FontSubsets,
  type SignatureFace,
  signatureText,
  type TypedSignature,
} from "@paraph/core/builtin_provider";

import { addGlyphs, FACES, missingGlyphs } from "./glyph_runs.ts";

/** Milliseconds to wait for the next key: fonts for a half-typed name are not needed. */
const DEBOUNCE = 150;

/** The first delay of a retry in milliseconds, which doubles each time, and the number of retries. */
const [RETRY, MAX_RETRIES] = [1000, 4];

/** The maximum number of characters in a request. */
const MAX_CHARACTERS = 200;

/** Statuses after which the same characters are not requested again. */
const FINAL = new Set([400, 403, 404, 409, 410, 413]);

/**
 * Loads fonts for the characters of signatures that the page has none for, as in the signed document. Until
 * they are loaded, the browser's fonts show these characters: the signed document does not depend on it.
 */
export class GlyphLoader {
  readonly #url: string;
  readonly #onLoad: () => void;
  readonly #requested = new Set<string>();
  #signatures: ReadonlyArray<TypedSignature> = [];
  #timer: number | undefined;
  #isLoading = false;
  #retries = 0;

  /** @param onLoad Called when fonts have loaded. */
  constructor(url: string, onLoad: () => void) {
    this.#url = url;
    this.#onLoad = onLoad;
  }

  /** Loads the missing characters of these signatures only. */
  request(signatures: ReadonlyArray<TypedSignature>): void {
    if (JSON.stringify(signatures) === JSON.stringify(this.#signatures)) return;
    this.#signatures = signatures;
    this.#retries = 0;
    this.#start(DEBOUNCE);
  }

  /** The missing characters of the first script font that lacks any. */
  #missing(): MissingGlyphs | undefined {
    for (const face of FACES) {
      const texts = this.#signatures
        .filter((signature) => (signature.face ?? "caveat") === face)
        .map(({ text }) => signatureText(text));
      const characters = missingGlyphs(texts, face)
        .filter((character) => !this.#requested.has(face + character))
        .slice(0, MAX_CHARACTERS);
      if (characters.length > 0) return { face, characters };
    }
    return undefined;
  }

  #start(delay: number): void {
    clearTimeout(this.#timer);
    if (this.#missing() !== undefined) this.#timer = setTimeout(() => void this.#load(), delay);
  }

  async #load(): Promise<void> {
    // Characters that are missing afterwards need another request.
    const missing = this.#missing();
    if (this.#isLoading || missing === undefined) return;
    this.#isLoading = true;
    const outcome = await load(this.#url, missing);
    this.#isLoading = false;
    if (outcome === "failed") {
      if (this.#retries < MAX_RETRIES) this.#start(RETRY * 2 ** this.#retries);
      this.#retries += 1;
      return;
    }
    // The server has no font for the other characters.
    for (const character of missing.characters) this.#requested.add(missing.face + character);
    if (outcome === "loaded") this.#onLoad();
    this.#start(DEBOUNCE);
  }
}

/** The characters that a script font and the other fonts of the page lack. */
interface MissingGlyphs {
  readonly face: SignatureFace;
  readonly characters: ReadonlyArray<string>;
}

async function load(
  url: string,
  { face, characters }: MissingGlyphs,
): Promise<"loaded" | "refused" | "failed"> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ characters: characters.join(""), face }),
    });
    if (FINAL.has(response.status)) return "refused";
    if (!response.ok) return "failed";
    const { subsets }: (typeof FontSubsets)["Encoded"] = await response.json();
    await Promise.all(subsets.map((subset) => addFont(face, subset)));
    return "loaded";
  } catch {
    return "failed";
  }
}

async function addFont(
  face: SignatureFace,
  { font, characters, data }: (typeof FontSubsets)["Encoded"]["subsets"][number],
): Promise<void> {
  const family = `Paraph ${font}`;
  const bytes = Uint8Array.from(atob(data), (byte) => byte.charCodeAt(0));
  const unicodeRange = Array.from(characters, codePointOf).join(", ");
  const loadedFont = await new FontFace(family, bytes, { unicodeRange }).load();
  document.fonts.add(loadedFont);
  addGlyphs(face, family, characters);
}

function codePointOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16)}`;
}
