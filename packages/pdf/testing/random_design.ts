import type { LoopDefinition, Manifest } from "@paraph/core/manifests";

import { sumOf } from "./exact_sums.ts";
import type { Random } from "./printed_texts.ts";

/** A row of the data: the rows of nested loops are under their keys. */
export interface DesignRow {
  readonly name: string;
  readonly g: string;
  readonly h: string;
  readonly n: string | null;
  readonly [loop: string]: string | null | ReadonlyArray<DesignRow>;
}

/** A loop of a random manifest. */
interface Loop {
  readonly key: string;
  readonly path: string;
  readonly loops: ReadonlyArray<Loop>;
}

/** A table that a document shows once: its rows in their order, and its settings. */
export interface PrintedTable {
  /** The end of its labels. */
  readonly id: string;
  readonly rows: ReadonlyArray<DesignRow>;
  readonly groups: ReadonlyArray<"g" | "h">;
  readonly restarts: boolean;
  readonly hasTotals: boolean;
}

/** What a document must print. */
interface Printed {
  readonly texts: Array<string>;
  /** The texts in front of exact sums. */
  readonly sums: Map<string, bigint>;
  readonly tables: Array<PrintedTable>;
}

/** A random manifest with a layout and data for it. */
export interface Design {
  readonly manifest: Manifest;
  readonly layout: object;
  readonly data: Readonly<Record<string, unknown>>;
  readonly expected: Printed;
  readonly isMistaken: boolean;
}

/** Prints an item of the layout for the rows around it, by their paths. */
type Print = (rows: ReadonlyMap<string, DesignRow>, into: Printed) => void;

/** An item of the layout, with its height. */
interface Item {
  readonly field: (x: number, y: number) => object;
  readonly height: number;
  readonly print: Print;
}

const LINE = 6;

/** Makes a manifest, data, and a layout with texts, tables and sections of nested loops. */
export function randomDesign(random: Random): Design {
  return new DesignMaker(random).make();
}

class DesignMaker {
  readonly #random: Random;
  #count = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  make(): Design {
    const random = this.#random;
    const loops = Array.from({ length: 1 + random(2) }, () => this.#loop("", 1));
    const variables = Array.from({ length: random(4) }, (_, index) => ({
      key: index === 2 ? "deep.v2" : `v${index}`,
      value: random(2) === 0 ? `w${this.#next()}x` : this.#amount(),
    }));
    const data = new Map<string, ReadonlyArray<DesignRow>>(
      loops.map((loop) => [loop.key, this.#rows(loop)]),
    );
    const mistake = random(6) === 5 ? random(MISTAKES.length) + 1 : 0;
    const items = [
      ...variables.map(({ key, value }): Item =>
        this.#text(`${key}={${key}};`, () => `${key}=${value};`),
      ),
      ...loops.flatMap((loop) => this.#itemsOf(loop, 100, data)),
      ...(MISTAKES[mistake - 1] === undefined ? [] : [this.#mistake(MISTAKES[mistake - 1] ?? {})]),
    ];
    let y = 10;
    const schemas = items.map(({ field, height }) => {
      const own = field(10, y);
      y += height + random(4);
      return own;
    });
    const expected: Printed = { texts: [], sums: new Map(), tables: [] };
    for (const { print } of items) print(new Map(), expected);
    const height = Math.max(100 + random(150), y + 12);
    return {
      manifest: {
        variables: variables.map(({ key, value }) => ({
          key,
          label: key,
          dataType: value.startsWith("w") ? "text" : "number",
          required: false,
        })),
        loops: loops.map(definitionOf),
      },
      layout: {
        basePdf: { width: 120, height, padding: [10, 10, 10, 10] },
        tagged: random(2) === 0,
        schemas: [schemas],
      },
      data: {
        ...Object.fromEntries(variables.map(({ key, value }) => [key, value])),
        ...Object.fromEntries(data),
      },
      expected,
      isMistaken: mistake > 0,
    };
  }

  #next(): number {
    this.#count += 1;
    return this.#count;
  }

  #loop(prefix: string, level: number): Loop {
    const key = `l${this.#next()}`;
    const path = `${prefix}${key}`;
    const count = level < 3 ? this.#random(3) : 0;
    return {
      key,
      path,
      loops: Array.from({ length: count }, () => this.#loop(`${path}.`, level + 1)),
    };
  }

  #amount(): string {
    const random = this.#random;
    const whole = String(random(1_000_000_000)).slice(0, 1 + random(9));
    const fraction = random(2) === 0 ? "" : `.${String(random(1_000_000))}`;
    return `${random(3) === 0 ? "-" : ""}${whole}${fraction}`;
  }

  #rows(loop: Loop): ReadonlyArray<DesignRow> {
    const random = this.#random;
    const most = [12, 5, 3][loop.path.split(".").length - 1] ?? 3;
    return Array.from({ length: random(most) }, () => ({
      name: `r${this.#next()}x`,
      g: `g${random(3)}`,
      h: `h${random(2)}`,
      n: random(6) === 0 ? null : this.#amount(),
      ...Object.fromEntries(loop.loops.map((inner) => [inner.key, this.#rows(inner)])),
    }));
  }

  /** A table or a section of a loop, and a sum of all its rows. */
  #itemsOf(
    loop: Loop,
    width: number,
    data: ReadonlyMap<string, ReadonlyArray<DesignRow>>,
  ): ReadonlyArray<Item> {
    const isOuter = !loop.path.includes(".");
    const rowsIn = (rows: ReadonlyMap<string, DesignRow>): ReadonlyArray<DesignRow> => {
      if (isOuter) return data.get(loop.key) ?? [];
      const nested = rows.get(parentOf(loop.path))?.[loop.key];
      return Array.isArray(nested) ? nested : [];
    };
    const shown =
      this.#random(2) === 0
        ? this.#table(loop, width, rowsIn)
        : this.#section(loop, width, rowsIn, data);
    const parent = isOuter ? "" : `{${parentOf(loop.path)}.name}`;
    const sum: Item = {
      ...this.#text(`${parent}${loop.key}~{= sum(${loop.path}.n) };`, () => ""),
      print: (rows, { sums }) => {
        const name = isOuter ? "" : (rows.get(parentOf(loop.path))?.name ?? "");
        sums.set(`${name}${loop.key}~`, sumOf(rowsIn(rows).map(({ n }) => n)));
      },
    };
    return [shown, sum];
  }

  #text(content: string, printed: (rows: ReadonlyMap<string, DesignRow>) => string): Item {
    const name = `Text ${this.#next()}`;
    return {
      height: LINE,
      field: (x, y) => ({ ...BOX, name, type: "text", position: { x, y }, content }),
      print: (rows, { texts }) => texts.push(printed(rows)),
    };
  }

  #mistake(more: object): Item {
    const name = `Text ${this.#next()}`;
    return {
      height: LINE,
      field: (x, y) => ({ ...BOX, name, type: "text", position: { x, y }, ...more }),
      print: () => {},
    };
  }

  #section(
    loop: Loop,
    width: number,
    rowsIn: (rows: ReadonlyMap<string, DesignRow>) => ReadonlyArray<DesignRow>,
    data: ReadonlyMap<string, ReadonlyArray<DesignRow>>,
  ): Item {
    const random = this.#random;
    const { path } = loop;
    const isConditional = random(3) === 0;
    const items = [
      this.#text(`<{${path}.name}>{= ${path}.n };`, (rows) => `<${rows.get(path)?.name ?? ""}>`),
      ...loop.loops.flatMap((inner) => this.#itemsOf(inner, width - 5, data)),
    ];
    let y = 0;
    const fields = items.map(({ field, height }) => {
      const own = field(0, y);
      y += height + random(3);
      return own;
    });
    const height = y + random(4);
    const settings = {
      ...(isConditional ? { when: `${path}.n > 0` } : {}),
      ...(random(3) === 0 ? { keepTogether: true } : {}),
      ...(random(5) === 0 ? { pageBreakBetween: true } : {}),
      ...(random(3) === 0 ? { gap: random(9) } : {}),
    };
    return {
      height,
      field: (x, top) => ({
        name: path,
        type: "section",
        position: { x, y: top },
        width,
        height,
        fields,
        ...settings,
      }),
      print: (rows, into) => {
        for (const row of rowsIn(rows)) {
          if (isConditional && (row.n === null || sumOf([row.n]) <= 0n)) continue;
          const inside = new Map([...rows, [path, row]]);
          for (const { print } of items) print(inside, into);
        }
      },
    };
  }

  #table(
    loop: Loop,
    width: number,
    rowsIn: (rows: ReadonlyMap<string, DesignRow>) => ReadonlyArray<DesignRow>,
  ): Item {
    const random = this.#random;
    const parent = parentOf(loop.path);
    const id = (parent === "" ? "" : `{${parent}.name}`) + loop.key;
    const groups = (["g", "h"] as const).slice(0, random(3));
    const restarts = random(2) === 0;
    const hasTotals = random(3) > 0;
    const sum = { columns: { n: "sum" } };
    const groupBy = groups.map((by, level) => ({
      by: random(2) === 0 ? by : `{= row.${by} }`,
      ...(random(2) === 0 ? { header: `Of {= row.${by} } ${id}` } : {}),
      totals: { ...sum, label: `T${level} {= row.${by} } ${id}` },
      restartRunning: restarts,
    }));
    const settings = {
      ...(groups.length === 0 ? {} : { groupBy }),
      ...(random(2) === 0 ? { pageTotals: { ...sum, label: `P ${id}` } } : {}),
      ...(random(2) === 0
        ? { carryOver: { columns: ["n"], broughtForward: `B ${id}`, carriedForward: `C ${id}` } }
        : {}),
      ...(hasTotals ? { totals: { ...sum, label: `All ${id}` } } : {}),
      ...(random(4) === 0 ? { repeatHead: false } : {}),
      ...(random(4) === 0 ? { keepTogether: true } : {}),
    };
    return {
      height: 12,
      field: (x, y) => ({
        ...settings,
        name: loop.path,
        type: "table",
        position: { x, y },
        width,
        height: 12,
        columns: ["name", "n", "{= running(row.n) }"],
        head: ["Name", "Amount", "Running"],
        bodyStyles: CELLS,
        headStyles: CELLS,
      }),
      print: (rows, { tables }) =>
        tables.push({
          id: (rows.get(parent)?.name ?? "") + loop.key,
          rows: rowsIn(rows),
          groups,
          restarts,
          hasTotals,
        }),
    };
  }
}

const BOX = { width: 70, height: 5, fontSize: 7, overflow: "expand" };
const CELLS = { fontSize: 6, padding: { top: 0.5, bottom: 0.5, left: 0.5, right: 0.5 } };

/** What publishing refuses. */
const MISTAKES: ReadonlyArray<object> = [
  { content: "{nothing.here}" },
  { content: "{= 1 + }" },
  { content: `{= ${"(".repeat(40)}1${")".repeat(40)} }` },
  { content: "x", position: { x: 10, y: 5_000 } },
  { content: "x", when: "count(nothing) > 1" },
  { content: "x", fontSize: -1 },
  { type: "table", name: "nothing", columns: ["a"] },
  { type: "section", name: "nothing", fields: [] },
];

function parentOf(path: string): string {
  return path.split(".").slice(0, -1).join(".");
}

function definitionOf({ key, loops }: Loop): LoopDefinition {
  const item = (name: string, dataType: "text" | "number" = "text") =>
    ({ key: name, label: name, dataType, required: false }) as const;
  return {
    key,
    label: key,
    itemFields: [item("name"), item("g"), item("h"), item("n", "number")],
    ...(loops.length === 0 ? {} : { loops: loops.map(definitionOf) }),
  };
}
