/** An operand of a content stream. */
export type Operand =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "string"; readonly bytes: Uint8Array }
  | { readonly kind: "array"; readonly items: ReadonlyArray<Operand> }
  /** An operand that does not affect text. */
  | { readonly kind: "other" };

/** A token of a content stream. */
export type Token = Operand | { readonly kind: "operator"; readonly name: string };

const OTHER: Operand = { kind: "other" };

/** The nesting limit of arrays; text uses one level. */
const MAX_DEPTH = 16;

const isSpace = (byte: number) =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09 || byte === 0x0c || byte === 0;

const isDelimiter = (byte: number) => "()<>[]{}/%".includes(String.fromCharCode(byte));

const isRegular = (byte: number | undefined): byte is number =>
  byte !== undefined && !isSpace(byte) && !isDelimiter(byte);

/** Splits a content stream into tokens and tolerates invalid content. */
export class ContentScanner {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The offset of the first unread byte. */
  get position(): number {
    return this.#at;
  }

  /** Skips white space and comments. Returns the offset of the next token. */
  startOfNext(): number {
    this.#skipSpace();
    return this.#at;
  }

  /** Returns the next token, undefined at the end. */
  next(depth = 0): Token | undefined {
    this.#skipSpace();
    const byte = this.#bytes[this.#at];
    if (byte === undefined) return undefined;
    switch (String.fromCharCode(byte)) {
      case "/":
        this.#at += 1;
        return { kind: "name", name: this.#name() };
      case "(":
        return { kind: "string", bytes: this.#literal() };
      case "<":
        if (this.#bytes[this.#at + 1] !== 0x3c) return { kind: "string", bytes: this.#hex() };
        this.#at += 2;
        return OTHER;
      case "[":
        this.#at += 1;
        return { kind: "array", items: this.#items(depth) };
      case "]":
        this.#at += 1;
        return { kind: "operator", name: "]" };
      case ">":
      case ")":
      case "{":
      case "}":
        this.#at += 1;
        return OTHER;
      default:
        return this.#word();
    }
  }

  /** Skips the data of an inline image. */
  skipInlineImage(): void {
    const bytes = this.#bytes;
    for (let index = this.#at + 1; index < bytes.length; index++) {
      const isEnd =
        bytes[index] === 0x45 &&
        bytes[index + 1] === 0x49 &&
        isSpace(bytes[index - 1] ?? 0) &&
        !isRegular(bytes[index + 2]);
      if (!isEnd) continue;
      this.#at = index + 2;
      return;
    }
    this.#at = bytes.length;
  }

  #skipSpace(): void {
    const bytes = this.#bytes;
    for (;;) {
      const byte = bytes[this.#at];
      if (byte === undefined) return;
      if (byte === 0x25) {
        while (this.#at < bytes.length && bytes[this.#at] !== 0x0a && bytes[this.#at] !== 0x0d)
          this.#at += 1;
      } else if (isSpace(byte)) this.#at += 1;
      else return;
    }
  }

  #regular(): string {
    const start = this.#at;
    while (isRegular(this.#bytes[this.#at])) this.#at += 1;
    return Buffer.from(this.#bytes.subarray(start, this.#at)).toString("latin1");
  }

  #name(): string {
    return this.#regular().replace(/#([0-9a-fA-F]{2})/g, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    );
  }

  #word(): Token {
    const text = this.#regular();
    if (/^[+-]*(?:\d+(?:\.\d*)?|\.\d*)?(?:-\d*)?$/.test(text) && /\d/.test(text)) {
      const value = Number.parseFloat(text.replace(/^[+-]*(?=[+-])/, ""));
      return { kind: "number", value: Number.isFinite(value) ? value : 0 };
    }
    return { kind: "operator", name: text };
  }

  #items(depth: number): ReadonlyArray<Operand> {
    const items: Array<Operand> = [];
    for (;;) {
      const token = depth < MAX_DEPTH ? this.next(depth + 1) : undefined;
      if (token === undefined) return items;
      if (token.kind !== "operator") items.push(token);
      else if (token.name === "]") return items;
    }
  }

  #hex(): Uint8Array {
    this.#at += 1;
    const start = this.#at;
    while (this.#at < this.#bytes.length && this.#bytes[this.#at] !== 0x3e) this.#at += 1;
    const digits = Buffer.from(this.#bytes.subarray(start, this.#at))
      .toString("latin1")
      .replace(/[^0-9a-fA-F]/g, "");
    this.#at += 1;
    return Buffer.from(digits.length % 2 === 1 ? `${digits}0` : digits, "hex");
  }

  #literal(): Uint8Array {
    const bytes = this.#bytes;
    const text: Array<number> = [];
    let depth = 0;
    while (this.#at < bytes.length) {
      const byte = bytes[this.#at++] ?? 0;
      if (byte === 0x5c) {
        this.#escape(text);
        continue;
      }
      if (byte === 0x28 && depth++ === 0) continue;
      if (byte === 0x29 && --depth === 0) break;
      text.push(byte);
    }
    return Uint8Array.from(text);
  }

  #escape(text: Array<number>): void {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) return;
    const char = String.fromCharCode(byte);
    const plain = ESCAPES.get(char);
    if (plain !== undefined) text.push(plain);
    else if (char >= "0" && char <= "7") {
      let value = byte - 0x30;
      for (let digits = 1; digits < 3; digits++) {
        const next = this.#bytes[this.#at] ?? 0;
        if (next < 0x30 || next > 0x37) break;
        value = value * 8 + next - 0x30;
        this.#at += 1;
      }
      text.push(value & 0xff);
    } else if (char === "\r") {
      if (this.#bytes[this.#at] === 0x0a) this.#at += 1;
    } else if (char !== "\n") text.push(byte);
  }
}

const ESCAPES: ReadonlyMap<string, number> = new Map([
  ["n", 0x0a],
  ["r", 0x0d],
  ["t", 0x09],
  ["b", 0x08],
  ["f", 0x0c],
]);
