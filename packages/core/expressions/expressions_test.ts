import { assert, describe, it } from "@effect/vitest";
import { Result, Schema } from "effect";

import {
  type InputData,
  type LoopDefinition,
  type Manifest,
  printFormat,
} from "../manifests/mod.ts";
import {
  checkExpression,
  evaluateExpression,
  ExpressionLimit,
  dataTypeOf,
  parseExpression,
  printExpressionValue,
  printProblem,
  scopeOf,
  withRow,
} from "./mod.ts";

const variable = (key: string, dataType: "text" | "number" | "date" | "boolean" | "image") => ({
  key,
  label: key,
  dataType,
  required: false,
});

const MANIFEST: Manifest = {
  variables: [
    variable("customer.name", "text"),
    variable("customer.vat", "text"),
    { ...variable("net", "number"), dataType: "currency", format: "currency:EUR" },
    { ...variable("fee", "number"), dataType: "currency", format: "currency:EUR" },
    { ...variable("rate", "number"), format: "percent" },
    variable("missing", "number"),
    variable("zero", "number"),
    { ...variable("due", "date"), format: "date:DD.MM.YYYY" },
    { ...variable("paidAt", "date"), dataType: "datetime" },
    variable("paid", "boolean"),
    variable("logo", "image"),
  ],
  loops: [
    {
      key: "items",
      label: "Items",
      itemFields: [
        variable("title", "text"),
        variable("quantity", "number"),
        { ...variable("price", "number"), dataType: "currency", format: "currency:EUR" },
        variable("taxed", "boolean"),
      ],
    },
    { key: "none", label: "None", itemFields: [variable("amount", "number")] },
  ],
};

const DATA: InputData = {
  values: {
    "customer.name": "Ada Lovelace",
    "customer.vat": "",
    net: "100.10",
    fee: "9.9",
    rate: "0.19",
    missing: null,
    zero: "0",
    due: "2026-01-31",
    paidAt: "2026-02-03T23:30:00-05:00",
    paid: false,
    logo: null,
  },
  loops: {
    items: [
      { title: "Desk", quantity: "2", price: "199.95", taxed: true },
      { title: "Lamp", quantity: "1", price: "0.10", taxed: false },
      { title: null, quantity: "3", price: null, taxed: true },
    ],
    none: [],
  },
};

const SCOPE = scopeOf(MANIFEST);

/** An expression as it prints with the data, or its problems. */
function printed(source: string, data: InputData = DATA): string {
  const result = checkExpression(source, SCOPE);
  if (Result.isFailure(result))
    return result.failure.map(({ message, column }) => `${column}: ${message}`).join("; ");
  const { code, type } = result.success;
  const problem = printProblem(type, undefined);
  return (
    problem ??
    printExpressionValue(
      evaluateExpression(code, { ...data }),
      printFormat(dataTypeOf(type), "format" in type ? type.format : undefined),
    )
  );
}

const AMOUNT = { ...variable("amount", "number"), dataType: "currency" } as const;
const NESTED: Manifest = {
  variables: [variable("rate", "number")],
  loops: [
    {
      key: "customers",
      label: "Customers",
      itemFields: [variable("name", "text")],
      loops: [
        {
          key: "orders",
          label: "Orders",
          itemFields: [variable("number", "text")],
          loops: [{ key: "items", label: "Items", itemFields: [AMOUNT] }],
        },
      ],
    },
  ],
};
const order = (number: string, ...amounts: ReadonlyArray<string>) => ({
  number,
  items: amounts.map((amount) => ({ amount })),
});
const CUSTOMERS = [
  { name: "Ada", orders: [order("1", "0.10", "0.20"), order("2")] },
  { name: "Bob", orders: [] },
  { name: "Cy", orders: [order("3", "1000000000000000000.03")] },
];

describe("nested loops", () => {
  const [customers] = NESTED.loops;
  const orders: LoopDefinition = { ...customers!.loops![0]!, key: "customers.orders" };
  const print = (source: string, rows: ReadonlyArray<LoopDefinition> = [], locals = {}) => {
    const scope = withRow({ ...scopeOf(NESTED), rows }, undefined);
    const checked = checkExpression(source, scope);
    if (Result.isFailure(checked)) return checked.failure.map(({ message }) => message).join();
    const { code, type } = checked.success;
    const data: InputData = { values: { rate: "2" }, loops: { customers: CUSTOMERS } };
    return printExpressionValue(
      evaluateExpression(code, data, locals),
      printFormat(dataTypeOf(type)),
    );
  };

  it.each([
    ["sum(customers.orders.items.amount)", "1,000,000,000,000,000,000.33"],
    ["count(customers.orders)", "3"],
    ["join(customers.orders.number, '-')", "1-2-3"],
    ["join(customers.map(c, string(count(c.orders))), ',')", "2,0,1"],
    [
      "max(customers.map(c, sum(c.orders.map(o, sum(o.items.amount)))))",
      "1,000,000,000,000,000,000.03",
    ],
    ["customers.where(c, c.orders.exists(o, o.number == '3')).map(c, c.name).first()", "Cy"],
    ["count(first(customers).orders.where(o, count(o.items) > 1))", "1"],
    [
      "customers.orders.nummer",
      '"customers.orders" has no item field "nummer". Did you mean "number"?',
    ],
    ["customers.order", '"customers" has no item field "order". Did you mean "orders"?'],
  ])("%s is %s", (source, expected) => assert.strictEqual(print(source), expected));

  it("takes the rows of sections by the paths of their loops", () => {
    const [ada] = CUSTOMERS;
    const rows = [customers!, orders];
    const locals = { customers: ada, "customers.orders": ada!.orders[0] };
    const inRows = (source: string) => print(source, rows, locals);
    assert.strictEqual(inRows("customers.name + customers.orders.number"), "Ada1");
    assert.strictEqual(inRows("sum(customers.orders.items.amount) * rate"), "0.60");
    assert.strictEqual(inRows("sum([1, 2].map(customers, customers * 2))"), "6");
    const text = "customers.orders.items.map(customers, customers.amount).sum()";
    assert.strictEqual(inRows(text), "0.30");
  });
});

describe("evaluateExpression()", () => {
  it.each([
    // Numbers
    ["1 + 2 * 3", "7"],
    ["(1 + 2) * 3", "9"],
    ["-2 * -3 - 1", "5"],
    ["7 % 3", "1"],
    ["0.1 + 0.2 == 0.3", "Yes"],
    ["1 / 3", "0.33333333333333333333"],
    ["1 / 0", ""],
    ["net * (1 + rate)", "€119.12"],
    ["net + fee", "€110.00"],
    ["net / fee", "10.11111111111111111111"],
    ["net / 2", "€50.05"],
    ["rate", "19%"],
    ["rate * 2", "0.38"],
    ["round(2.345, 2)", "2.35"],
    ['round(2.345, 2, "half-even")', "2.34"],
    ["round(net)", "€100.00"],
    ["floor(-1.5)", "-2"],
    ["ceil(1.1)", "2"],
    ["abs(-3)", "3"],
    ["max(net, fee)", "€100.10"],
    ["min(3, 1, 2)", "1"],
    ['number("12.50") * 2', "25.00"],
    ['number("twelve")', ""],
    // Choices
    ["paid ? 'Paid' : 'Open'", "Open"],
    ["if(net > 100, 'large', 'small')", "large"],
    ["net > 100 && !paid", "Yes"],
    ["paid || zero == 0", "Yes"],
    ["'a' in ['a', 'b']", "Yes"],
    ["true ? false ? 1 : 2 : 3", "2"],
    // Texts
    ["upper(customer.name)", "ADA LOVELACE"],
    ["customer.name.lower()", "ada lovelace"],
    ["'No. ' + string(7)", "No. 7"],
    ["'Total ' + string(net)", "Total €100.10"],
    ["'Total ' + format(net, 'currency:USD')", "Total $100.10"],
    ["trim('  a ')", "a"],
    ["length('née👍')", "4"],
    ["contains(customer.name, 'Love')", "Yes"],
    ["customer.name.startsWith('Ada') && customer.name.endsWith('e')", "Yes"],
    ["replace('a-b-c', '-', '/')", "a/b/c"],
    ["substring('Paraph', 2, 4)", "ra"],
    ["padStart('7', 3, '0')", "007"],
    ["padEnd('7', 3, '.')", "7.."],
    ["join(['a', customer.vat, 'b'], ', ')", "a, b"],
    [String.raw`'it\'s \u00e9'`, "it's é"],
    // Dates
    ["due", "31.01.2026"],
    ["addDays(due, 30)", "02.03.2026"],
    ["addMonths(due, 1)", "28.02.2026"],
    ["addYears(due, 2)", "31.01.2028"],
    ["addDays(due, 9000000)", ""],
    ["daysBetween(due, addDays(due, 14))", "14"],
    ["daysBetween(due, paidAt)", "4"],
    ["due < date('2026-02-01')", "Yes"],
    ["year(due) * 100 + month(due)", "202601"],
    ["weekday(due)", "6"],
    ["day(paidAt)", "4"],
    ["format(due, 'date:D MMMM YYYY@de-DE')", "31 Januar 2026"],
    // Lists
    ["sum(items.price)", "€200.05"],
    ["sum(items.map(i, i.price * i.quantity))", "€400.00"],
    ["items.where(i, i.taxed).map(i, i.price).sum()", "€199.95"],
    ["sum(items.where(i, i.taxed).quantity)", "5"],
    ["count(items)", "3"],
    ["count(items.price)", "2"],
    ["avg(items.quantity)", "2"],
    ["avg(items.price)", "€100.03"],
    ["min(items.price)", "€0.10"],
    ["max(items.price)", "€199.95"],
    ["first(items).title", "Desk"],
    ["last(items.title)", ""],
    ["items.exists(i, i.price > 100)", "Yes"],
    ["items.all(i, i.quantity > 1)", "No"],
    ["join(items.title, ', ')", "Desk, Lamp"],
    ["items.map(i, sum(items.map(j, j.quantity * i.quantity))).sum()", "36"],
    ["size(items) == count(items)", "Yes"],
  ])("%s is %j", (source, expected) => assert.strictEqual(printed(source), expected));

  it.each([
    ["missing + 1", ""],
    ["-missing", ""],
    ["missing > 0", "No"],
    ["missing < 0", "No"],
    ["missing == null", "Yes"],
    ["missing != 1", "Yes"],
    ["customer.vat == null", "Yes"],
    ["'VAT ' + customer.vat", "VAT "],
    ["upper(customer.vat)", ""],
    ["has(customer.vat)", "No"],
    ["has(zero)", "Yes"],
    ["has(paid)", "Yes"],
    ["has(none)", "No"],
    ["has(logo)", "No"],
    ["default(missing, 5)", "5"],
    ["missing > 0 ? 1 : 2", "2"],
    ["sum(none.amount)", "0"],
    ["count(none)", "0"],
    ["max(none.amount)", ""],
    ["avg(none.amount)", ""],
    ["first(none).amount", ""],
    ["none.all(i, i.amount > 0)", "Yes"],
    ["none.exists(i, i.amount > 0)", "No"],
    ["max(missing, 1)", "1"],
  ])("with an absent value, %s is %j", (source, expected) =>
    assert.strictEqual(printed(source), expected),
  );
});

describe("checkExpression()", () => {
  it.each([
    ["nett + 1", '1: The manifest has no "nett". Did you mean "net"?'],
    ["customer", '1: "customer" is a group of values: choose one, such as customer.name'],
    ["items.pric", '1: "items" has no item field "pric". Did you mean "price"?'],
    ["uper('a')", '1: There is no function uper(). Did you mean "upper"?'],
    [
      "net + customer.name",
      "1: Cannot join a number and text: use string() or format() to make text of a value",
    ],
    [
      "due + 1",
      "1: Expected numbers at +, not a date and a number: use addDays(), addMonths() or daysBetween()",
    ],
    ["items == items", "1: == cannot compare a list of rows: compare its count(), or use exists()"],
    ["logo == logo", "1: == cannot compare an image"],
    [
      "due == '2026-01-31'",
      '1: == cannot compare a date with text: write dates as date("2026-01-31")',
    ],
    ["net ? 1 : 2", "1: Expected true or false, not a number: compare it, as in total > 0"],
    ["paid && customer.name", "9: Expected true or false, not text: compare it, or use has()"],
    ["round()", "1: round() expects 1 to 3 arguments, not 0"],
    ["round(paid)", "7: round() expects a number as its first argument, not true or false"],
    ["round(1, 2, 'up')", '13: Expected "half-up" or "half-even"'],
    ["sum(items.title)", "5: sum() expects a list of numbers as its first argument, not a list"],
    ["sum(items)", "5: sum() expects a list of numbers as its first argument, not a list of rows"],
    ["max(net)", "1: Expected a list or several values, not a number"],
    ["if(paid, 1, 'a')", "1: Expected two values of one type, not a number and text"],
    ["format(net, 'date:long')", '13: A currency cannot print as "date:long"'],
    ["format(net, customer.name)", '13: Expected a format in quotes, such as "date:long"'],
    ["date('2026-02-30')", '6: Expected an ISO 8601 date such as "2026-01-31"'],
    [
      "items.where(1)",
      "7: where() expects a list, a name for its items and an expression, such as items.where(item, item.price > 0)",
    ],
    ["abcdef + uvwxyz", '1: The manifest has no "abcdef"; 10: The manifest has no "uvwxyz"'],
    ["items", "Text cannot show a list of rows: use join(), count() or sum()"],
    ["logo", "Text cannot show an image"],
    ["first(items)", "Text cannot show a row"],
    ["", "1: Expected a value"],
    ["1 +", "4: Expected a value after +"],
    ["(1", "3: Expected ) before the end"],
    ["1 2", "3: Unexpected 2"],
    ["a = 1", '3: Write "==" to compare'],
    ["'a", "1: The text after ' does not end: add '"],
    ["a & b", '3: Write "&&"'],
    ["a ; b", "3: Unexpected ;"],
    ["constructor", '1: The manifest has no "constructor"'],
    ["items.__proto__", '1: "items" has no item field "__proto__"'],
    ["toString()", '1: There is no function toString(). Did you mean "string"?'],
  ])("%s", (source, expected) => assert.strictEqual(printed(source), expected));

  it("lets the row of a table be used by its name", () => {
    const [items] = MANIFEST.loops;
    const checked = checkExpression("row.price * row.quantity", scopeOf(MANIFEST, items));
    const { code } = Result.getOrThrow(checked);
    const row = { price: "1.5", quantity: "2" };
    assert.deepEqual(evaluateExpression(code, DATA, { row }), { digits: 30n, scale: 1 });
  });
});

describe("limits", () => {
  it.each([
    ["(".repeat(100) + "1", "33: Expected at most 32 levels of nesting"],
    ["!".repeat(900) + "true", "33: Expected at most 32 levels of nesting"],
    ["1?".repeat(300) + "1", "65: Expected at most 32 levels of nesting"],
    ["1".repeat(1001), "1: Expected at most 1000 characters"],
  ])("%s", (source, expected) => assert.strictEqual(printed(source), expected));

  const many: InputData = {
    values: { ...DATA.values, net: "9".repeat(300), "customer.name": "a".repeat(100_000) },
    loops: {
      ...DATA.loops,
      items: Array.from({ length: 10_000 }, () => ({ quantity: "1", title: "x" })),
    },
  };

  it.each([
    ["net * net * net * net * net", /more than 1,400 digits/],
    ["customer.name + customer.name", /more than 100,000 characters/],
    ["replace(customer.name, 'a', customer.name)", /more than 100,000 characters/],
    ["sum(items.map(i, sum(items.map(j, i.quantity * j.quantity))))", /more than 5,000,000 steps/],
    ["count(items.where(i, contains(customer.name, i.title)))", /more than 5,000,000 steps/],
  ])("%s ends with an error", (source, expected) => {
    try {
      printed(source, many);
    } catch (error) {
      assert.instanceOf(error, ExpressionLimit);
      return assert.match(String(error), expected);
    }
    assert.fail("has no error");
  });

  it("computes lists that do not change once", () => {
    assert.strictEqual(
      printed("count(items.where(i, i.quantity == max(items.quantity)))", many),
      "10000",
    );
  });

  it.prop("parses any text or says why it cannot", [Schema.String], ([source]) =>
    Result.isResult(parseExpression(source)),
  );
});

describe("arithmetic", () => {
  const Small = Schema.Int.check(Schema.isBetween({ minimum: -999, maximum: 999 }));
  const Numbers = Schema.Array(Small).check(Schema.isMaxLength(20));

  /** A random expression of whole numbers, with its independent value as a fraction. */
  const build = (numbers: ReadonlyArray<number>) => {
    let source = String(numbers[0] ?? 0);
    let value: bigint = BigInt(numbers[0] ?? 0);
    numbers.slice(1).forEach((number, index) => {
      const operator = ["+", "-", "*"][Math.abs(number + index) % 3] ?? "+";
      source = `(${source}) ${operator} (${number})`;
      const operand = BigInt(number);
      if (operator === "+") value += operand;
      else if (operator === "-") value -= operand;
      else value *= operand;
    });
    return { source, value };
  };

  it.prop("agrees with whole numbers", [Numbers], ([numbers]) => {
    const { source, value } = build(numbers);
    assert.strictEqual(printed(source), String(value));
  });

  it.prop("adds up columns to the last digit", [Schema.Array(Small)], ([cents]) => {
    const items = cents.map((cent) => ({ price: `${cent}e-2`, quantity: String(cent) }));
    const data = { ...DATA, loops: { items, none: [] } };
    const hundredths = cents.reduce((sum, cent) => sum + cent * cent, 0);
    assert.strictEqual(
      printed(
        "round(sum(items.map(i, i.price * i.quantity)) * 100, 0) == number('" + hundredths + "')",
        data,
      ),
      "Yes",
    );
  });
});
