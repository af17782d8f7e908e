/**
 * `npm run bench`: measures and writes `RESULTS.md`; `npm run bench -- render` runs one suite and updates
 * only its section. The figures are of one host on one day, for comparison between them and with the next
 * run, and never asserted.
 */
import { writeSection } from "./results.ts";

const SUITES: Readonly<Record<string, () => Promise<string>>> = {
  render: async () => (await import("./render/render_suite.ts")).renderSection(),
  rows: async () => (await import("./rows/rows_suite.ts")).rowsSection(),
  fonts: async () => (await import("./fonts_suite.ts")).fontsSection(),
  tags: async () => (await import("./render/tags_suite.ts")).tagsSection(),
  service: async () => (await import("./service_suite.ts")).serviceSection(),
  api: async () => (await import("./api/api_suite.ts")).apiSection(),
  throughput: async () => (await import("./throughput_suite.ts")).throughputSection(),
  statements: async () => (await import("./statements/statements_suite.ts")).statementsSection(),
  memory: async () => (await import("./memory_suite.ts")).memorySection(),
  scale: async () => (await import("./scale/scale_suite.ts")).scaleSection(),
  webhooks: async () => (await import("./webhooks.ts")).measureWebhooks(),
  fairness: async () => (await import("./fairness/fairness_suite.ts")).fairnessSection(),
  signing: async () => (await import("./signing.ts")).measureSigning(),
  finish: async () => (await import("./finish_suite.ts")).finishSection(),
};

const requestedSuites = process.argv.slice(2);
const unknown = requestedSuites.filter((suite) => !Object.hasOwn(SUITES, suite));
if (unknown.length > 0) {
  process.stderr.write(
    `No suite ${unknown.join(", ")}: there are ${Object.keys(SUITES).join(", ")}\n`,
  );
  process.exit(2);
}
for (const [suite, run] of Object.entries(SUITES)) {
  if (requestedSuites.length > 0 && !requestedSuites.includes(suite)) continue;
  const section = await run();
  writeSection(suite, section);
  process.stdout.write(`${section.trim()}\n\n`);
}
