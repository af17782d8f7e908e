import { randomNumbers } from "@paraph/testing/random_numbers";

import { money, type Script, wordsOf } from "./words.ts";

/** A box on a page, in millimetres from the top left. */
export interface Box {
  readonly page: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A box with a text; its size is in points. */
export interface TextBox extends Box {
  readonly name: string;
  readonly size: number;
  readonly alignment: Alignment;
}

type Alignment = "left" | "center" | "right";

/** A table: for each column its share of the width in percent, its heading and its alignment. */
export interface TableBox extends Box {
  readonly columns: ReadonlyArray<{
    readonly heading: string;
    readonly percent: number;
    readonly alignment: Alignment;
  }>;
}

/** A document for any engine. */
export interface BenchDocument {
  readonly script: Script;
  /** Pages of A4, with the base PDF of the assets or blank. */
  readonly base: "pdf" | "blank";
  /** Padding of a blank page: top, right, bottom, left. */
  readonly padding: readonly [number, number, number, number];
  readonly texts: ReadonlyArray<TextBox>;
  readonly picture: Box | undefined;
  readonly table: TableBox | undefined;
  /** The texts of every page: a title, and a number with `{currentPage}` and `{totalPages}`. */
  readonly everywhere: ReadonlyArray<TextBox & { readonly content: string }>;
}

/** The data of a document. */
export interface BenchData {
  readonly texts: Readonly<Record<string, string>>;
  readonly rows: ReadonlyArray<ReadonlyArray<string>>;
}

/** A document with its data generator; equal numbers give equal data. */
export interface Subject {
  readonly document: BenchDocument;
  readonly dataOf: (number: number) => BenchData;
}

export type SubjectName = "invoice" | "overlay" | "statement";

/** Makes one of the measured documents; `rows` is for the statement. */
export function subjectOf(name: SubjectName, script: Script, rows: number): Subject {
  switch (name) {
    case "invoice":
      return invoice(script);
    case "overlay":
      return overlay(script);
    default:
      return statement(script, rows);
  }
}

const INVOICE_TEXTS: ReadonlyArray<TextBox> = (
  [
    ["title", 120, 15, 75, 10, 20, "right"],
    ["number", 120, 27, 75, 6, 10, "right"],
    ["date", 120, 33, 75, 6, 10, "right"],
    ["due", 120, 39, 75, 6, 10, "right"],
    ["sellerName", 15, 45, 85, 6, 11, "left"],
    ["sellerAddress", 15, 51, 85, 14, 9, "left"],
    ["sellerTax", 15, 66, 85, 5, 9, "left"],
    ["buyerLabel", 120, 50, 75, 5, 8, "left"],
    ["buyerName", 120, 55, 75, 6, 11, "left"],
    ["buyerAddress", 120, 61, 75, 14, 9, "left"],
    ["terms", 15, 200, 110, 18, 9, "left"],
    ["bank", 15, 222, 110, 6, 9, "left"],
    ["iban", 15, 228, 110, 6, 9, "left"],
    ["footer", 15, 275, 180, 6, 8, "center"],
    ["contact", 15, 281, 180, 6, 8, "center"],
    ["subtotal", 140, 200, 55, 6, 10, "right"],
    ["tax", 140, 206, 55, 6, 10, "right"],
    ["total", 140, 213, 55, 8, 14, "right"],
  ] as const
).map(([name, left, top, width, height, size, alignment]) => ({
  name,
  page: 0,
  left,
  top,
  width,
  height,
  size,
  alignment,
}));

const columnsOf = (
  headings: ReadonlyArray<string>,
  percents: ReadonlyArray<number>,
  numeric: number,
) =>
  headings.map((heading, index) => ({
    heading,
    percent: percents[index] ?? 0,
    alignment: index >= numeric ? ("right" as const) : ("left" as const),
  }));

function invoice(script: Script): Subject {
  const headings = {
    latin: ["#", "Description", "Qty", "Price", "Amount"],
    cyrillic: ["№", "Описание", "Кол.", "Цена", "Сумма"],
  }[script];
  return {
    document: {
      script,
      base: "blank",
      padding: [10, 10, 10, 10],
      texts: INVOICE_TEXTS,
      picture: { page: 0, left: 15, top: 15, width: 60, height: 20 },
      table: {
        page: 0,
        left: 15,
        top: 90,
        width: 180,
        height: 67.3,
        columns: columnsOf(headings, [8, 47, 13, 16, 16], 2),
      },
      everywhere: [],
    },
    dataOf: (number) => {
      const random = randomNumbers(1000 + number);
      const words = wordsOf(script, random);
      let subtotal = 0;
      const rows = Array.from({ length: 10 }, (_, index) => {
        const quantity = 1 + Math.floor(random() * 9);
        const price = 10 + random() * 900;
        subtotal += quantity * price;
        return [`${index + 1}`, words(3), `${quantity}`, money(price), money(quantity * price)];
      });
      const address = () => `${words(4)}\n${words(3)} 12\n${words(2)}`;
      return {
        rows,
        texts: {
          title: script === "cyrillic" ? "СЧЁТ-ФАКТУРА" : "INVOICE",
          number: `INV-2025-${10000 + number}`,
          date: `2025-03-${String(1 + (number % 28)).padStart(2, "0")}`,
          due: "2025-04-15",
          sellerName: words(3),
          sellerAddress: address(),
          sellerTax: `VAT DE${100000000 + number}`,
          buyerLabel: words(2),
          buyerName: words(3),
          buyerAddress: address(),
          terms: words(26),
          bank: words(3),
          iban: "IBAN DE89 3704 0044 0532 0130 00",
          footer: words(8),
          contact: words(6),
          subtotal: money(subtotal),
          tax: money(subtotal * 0.19),
          total: `${money(subtotal * 1.19)} EUR`,
        },
      };
    },
  };
}

function overlay(script: Script): Subject {
  const texts = Array.from({ length: 30 }, (_, index): TextBox => {
    const [page, place] = [Math.min(3, Math.floor(index / 8)), index % 8];
    const left = place % 2 === 0 ? 20 : 110;
    const top = 40 + Math.floor(place / 2) * 50;
    return {
      name: `f${index}`,
      page,
      left,
      top,
      width: 80,
      height: 7,
      size: 10,
      alignment: "left",
    };
  });
  return {
    document: {
      script,
      texts,
      base: "pdf",
      padding: [0, 0, 0, 0],
      table: undefined,
      everywhere: [],
      picture: { page: 3, left: 110, top: 240, width: 60, height: 20 },
    },
    dataOf: (number) => {
      const words = wordsOf(script, randomNumbers(500 + number));
      return { texts: Object.fromEntries(texts.map(({ name }) => [name, words(2)])), rows: [] };
    },
  };
}

function statement(script: Script, count: number): Subject {
  const isCyrillic = script === "cyrillic";
  const headings = isCyrillic
    ? ["Дата", "Номер", "Описание", "Сумма", "Баланс"]
    : ["Date", "Reference", "Description", "Amount", "Balance"];
  const title = isCyrillic ? "Выписка по счёту 40817810" : "Account statement 40817810";
  const number = isCyrillic
    ? "Стр. {currentPage} / {totalPages}"
    : "Page {currentPage} of {totalPages}";
  return {
    document: {
      script,
      base: "blank",
      padding: [20, 15, 20, 15],
      texts: [],
      picture: undefined,
      table: {
        page: 0,
        left: 15,
        top: 20,
        width: 180,
        height: 20,
        columns: columnsOf(headings, [14, 18, 40, 14, 14], 3),
      },
      everywhere: [
        {
          name: "title",
          page: 0,
          left: 15,
          top: 8,
          width: 120,
          height: 6,
          size: 10,
          alignment: "left",
          content: title,
        },
        {
          name: "page",
          page: 0,
          left: 150,
          top: 284,
          width: 45,
          height: 5,
          size: 8,
          alignment: "right",
          content: number,
        },
      ],
    },
    dataOf: (seed) => {
      const random = randomNumbers(77 + seed);
      const words = wordsOf(script, random);
      let balance = 10000;
      const rows = Array.from({ length: count }, (_, index) => {
        const amount = (random() - 0.5) * 2000;
        balance += amount;
        const month = String(1 + (Math.floor(index / 170) % 12)).padStart(2, "0");
        const day = String(1 + (index % 28)).padStart(2, "0");
        const reference = `TX${1000000 + Math.floor(random() * 8999999)}`;
        return [`2025-${month}-${day}`, reference, words(3), money(amount), money(balance)];
      });
      return { texts: {}, rows };
    },
  };
}
