import type { Words } from "./words.ts";

/** Derived browsers come first, because they also name the browser that they are based on. */
const BROWSERS: ReadonlyArray<readonly [name: string, version: RegExp]> = [
  ["Edge", /\bEdg(?:e|A|iOS)?\/(\d{1,4})/],
  ["Opera", /\bOPR\/(\d{1,4})/],
  ["Samsung Internet", /\bSamsungBrowser\/(\d{1,4})/],
  ["Firefox", /\b(?:Firefox|FxiOS)\/(\d{1,4})/],
  ["Chrome", /\b(?:Chrome|CriOS|HeadlessChrome)\/(\d{1,4})/],
  ["Safari", /\bVersion\/(\d{1,4})[\d.]* (?:Mobile\/\w+ )?Safari\//],
];

const SYSTEMS: ReadonlyArray<readonly [name: string, pattern: RegExp]> = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["Mac", /\bMac OS X\b|\bMacintosh\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b|\bX11\b/],
];

/**
 * Returns the browser and the system of a recipient as readable text. Browsers can send anything.
 *
 * @param userAgent The `User-Agent` header.
 */
export function deviceOf(userAgent: string, words: Words): string {
  const browser = BROWSERS.flatMap(([name, version]) => {
    const versionNumber = version.exec(userAgent)?.[1];
    return versionNumber === undefined ? [] : [`${name} ${versionNumber}`];
  })[0];
  const name = SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const { devices } = words.texts;
  if (name === undefined) return browser ?? devices.unknown;
  const system = name === "iPhone" || name === "iPad" || name === "Mac" ? devices[name] : name;
  if (browser === undefined) return words.say(devices.someBrowserOn, { system });
  return words.say(devices.browserOn, { browser, system });
}
