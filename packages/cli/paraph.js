#!/usr/bin/env node
// Plain JavaScript, so that a Node too old to read the rest can still say so.
const LEAST = 24;
if (Number(process.versions.node.split(".")[0]) < LEAST) {
  process.stderr.write(
    `paraph: needs Node ${LEAST} or later, this is ${process.version}. ` +
      "`npm ci` installs one: use `npm start`, `npm run demo` or `npx paraph`.\n",
  );
  process.exit(1);
}
await import("./main.ts");
