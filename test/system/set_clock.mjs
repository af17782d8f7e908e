/**
 * Loaded before a program of a test: its clock is as far from the right one as a file says, in milliseconds,
 * from one moment to the next. What it is set to now stands in a file beside.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const { Date: RightDate } = globalThis;
const rightNow = RightDate.now;
let offset = Number.NaN;

const look = () => {
  const file = process.env.CLOCK_OFFSET_FILE;
  const text = readFileSync(file, "utf8");
  if (text === "" || Number(text) === offset) return;
  offset = Number(text);
  if (isMainThread) writeFileSync(`${file}.set`, text);
};
look();
setInterval(look, 20).unref();

const now = () => rightNow() + offset;

globalThis.Date = class Date extends RightDate {
  constructor(...args) {
    if (args.length === 0) super(now());
    else super(...args);
  }
  static now() {
    return now();
  }
};
