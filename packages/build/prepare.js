/**
 * Builds what a checkout would otherwise build at its first start or at the first visit of a page. `npm ci` and
 * `npm install` run it. Without it, such as with `--ignore-scripts`, these builds run when they are needed.
 */
// Plain JavaScript, because an installation without scripts has an old Node.

const SCRIPTS = ["database/prepare.ts", "pdf/prepare.ts", "web/prepare.ts", "cli/prepare.js"];

try {
  for (const script of SCRIPTS) {
    const { prepare } = await import(`../${script}`);
    await prepare();
  }
} catch (error) {
  // Such as an installation without development dependencies, which lacks esbuild.
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`Paraph builds its pages when they are needed: ${reason}\n`);
}
