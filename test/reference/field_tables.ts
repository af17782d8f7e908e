import * as fs from "node:fs";
import * as path from "node:path";

import { type NameObject, schemaReader } from "../../packages/web/reference/fields.ts";
import type { OpenApiDocument } from "../../packages/web/reference/operations.ts";
import { ROOT } from "../docs/page_parts.ts";
import type { GeneratedFile } from "./generated_files.ts";
import { fieldTable } from "./reference_pages.ts";

const GUIDES = "docs/guides";

/** A table below a comment with the name of its schema. `body` marks the required fields. */
const TABLE = /(<!-- fields: (\w+)( body)? -->\n\n)(?:\|.*\n)+/g;

/** The guides, with the tables of fields that the document describes. */
export function guidesWithFields(document: OpenApiDocument): ReadonlyArray<GeneratedFile> {
  const { fieldsOf } = schemaReader(document);
  const { schemas } = document.components;
  return fs
    .readdirSync(path.join(ROOT, GUIDES))
    .filter((file) => file.endsWith(".md"))
    .toSorted()
    .map((file) => {
      const name = `${GUIDES}/${file}`;
      const text = fs.readFileSync(path.join(ROOT, name), "utf8");
      const withTables = text.replaceAll(TABLE, (_, comment: string, of: string, body?: string) => {
        const schema = schemas[of];
        if (schema === undefined) throw new Error(`${name}: no schema has the name ${of}`);
        return `${comment}${fieldTable(fieldsOf(schema, PLAIN), body !== undefined)}\n`;
      });
      return { name, text: withTables };
    });
}

/** Guides describe the objects that they mention in their own sections. */
const PLAIN: NameObject = () => "object";
