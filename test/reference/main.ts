/** `npm run reference`: records the examples, and writes everything that is generated from the API, the CLI and the settings. */
import { Effect } from "effect";

import { localPostgres } from "../support/local_postgres.ts";
import { writeExamples } from "./examples/example_file.ts";
import { generatedFiles, writeFiles } from "./generated_files.ts";

// The servers of the examples use a PostgreSQL server if there is one, as the tests do.
const database = process.env["TEST_DATABASE_URL"] ?? (await localPostgres());
if (database !== undefined) process.env["TEST_DATABASE_URL"] = database;

const { recordExamples } = await import("./examples/record.ts");
const examples = await Effect.runPromise(recordExamples);
writeExamples(examples);
writeFiles(await generatedFiles(examples));
// The threads that rendered would keep this process alive.
process.exit();
