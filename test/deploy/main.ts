/** `npm run manifests`: renders the Helm chart to plain manifests. */
import * as fs from "node:fs";
import * as path from "node:path";

import { ROOT } from "./chart.ts";
import { outdatedManifests, plainManifests } from "./manifests.ts";

const manifests = plainManifests();
for (const name of outdatedManifests(manifests)) fs.rmSync(path.join(ROOT, name));
for (const { name, text } of manifests) fs.writeFileSync(path.join(ROOT, name), text);
