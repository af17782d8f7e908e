import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { writeThread } from "./renders/_adapters/threads/thread_code.ts";

// What a published package brings along, so that nothing is built where it runs.
const folder = fileURLToPath(new URL("./dist/", import.meta.url));
await mkdir(folder, { recursive: true });
await writeThread(folder);
