import { html, type Html, type PageFiles, pageFrame, type PageResponse } from "../kit/mod.ts";
import { TEXTS } from "./browser/texts.ts";
import { curlOf, exampleOf, schemesOf, successesOf, successOf } from "./curl.ts";
import { errorsOf } from "./errors.ts";
import { type Field, jsonSchemaOf, type SchemaReader, schemaReader } from "./fields.ts";
import { blocksHtml, inlineHtml } from "./markdown.ts";
import { type OpenApiDocument, type Operation, publicTags, slugOf } from "./operations.ts";
import { prettyJson } from "./pretty_json.ts";

/** The parts of the page that depend on the server. */
export interface ReferenceOptions {
  /** The URL of the OpenAPI document. */
  readonly source: string;
  /** The URLs of scripts and styles. */
  readonly files: PageFiles;
  /** The commands that set the variables of the examples. */
  readonly variables: string;
}

/** The reference of the API as a page. */
export function referencePage(
  document: OpenApiDocument,
  { source, files, variables }: ReferenceOptions,
): PageResponse {
  const reader = schemaReader(document);
  const tags = publicTags(document);
  const operations = tags.flatMap((tag) => tag.operations);
  const objects = new Set(operations.flatMap((operation) => [...objectsOf(operation, reader)]));
  const title = TEXTS.title;
  const head = html`<script type="module" src="${files.script}"></script>`;
  const body = html`<body>
    <a class="skip" href="#operations">${TEXTS.skip}</a>
    <header class="bar">
      <div class="heading">
        <h1>${title}</h1>
        <p class="facts">
          <a href="${source}">${TEXTS.source}</a>
        </p>
      </div>
    </header>
    <div class="columns">
      <nav aria-label="${TEXTS.contents}">
        <ul>
          ${tags.map(({ name }) => html`<li><a href="#${slugOf(name)}">${name}</a></li>`)}
          <li><a href="#objects">${TEXTS.objects}</a></li>
        </ul>
      </nav>
      <main id="operations" tabindex="-1">
        <section class="card">
          ${blocksHtml(document.info.description)}
          <p>${TEXTS.variables}</p>
          ${snippet(variables)}
        </section>
        ${tags.map(
          (tag) =>
            html`<section class="card" id="${slugOf(tag.name)}">
              <h2>${tag.name}</h2>
              ${blocksHtml(tag.description)}
              ${tag.operations.map((operation) => operationDetails(operation, document, reader))}
            </section>`,
        )}
        <section class="card" id="objects">
          <h2>${TEXTS.objects}</h2>
          ${[...objects].toSorted().map((name) => objectDetails(name, document, reader))}
        </section>
      </main>
    </div>
  </body>`;
  return pageFrame({ status: 200, title, files, policy: POLICY, head, body });
}

const POLICY = [
  "script-src 'self'",
  "img-src 'self'",
  "form-action 'none'",
  "trusted-types 'none'",
];

const objectsOf = (operation: Operation, { objectsIn }: SchemaReader) =>
  objectsIn([
    jsonSchemaOf(operation.requestBody?.content),
    jsonSchemaOf(successOf(operation)?.content),
  ]);

const link = (name: string) => `[${name}](#object-${name})`;

/** The target of links is inside, so that browsers open the details for it. */
function operationDetails(
  operation: Operation,
  { components }: OpenApiDocument,
  reader: SchemaReader,
): Html {
  const { operationId, summary, method, path, description = "", parameters } = operation;
  const success = successOf(operation);
  const body = jsonSchemaOf(operation.requestBody?.content);
  const response = jsonSchemaOf(success?.content);
  const example = exampleOf(success?.content);
  const errors = errorsOf(operation, reader);
  const keys = schemesOf(operation).map(
    (scheme) => components.securitySchemes[scheme]?.description ?? scheme,
  );
  return html`<details>
    <summary>
      <span class="method">${method}</span> <code>${path}</code>
      <span>${inlineHtml(summary)}</span>
    </summary>
    <div id="${operationId}">
      ${blocksHtml(description)}
      <p>${TEXTS.authentication} ${inlineHtml(keys.join(" or ") || TEXTS.none)}</p>
      ${
        parameters.length === 0
          ? ""
          : html`<h3>${TEXTS.parameters}</h3>
              ${table(
                [TEXTS.name, TEXTS.place, TEXTS.type, TEXTS.description],
                parameters.map(({ name, in: place, schema, description: what = "" }) => [
                  `\`${name}\``,
                  place,
                  reader.typeOf(schema, link),
                  what,
                ]),
              )}`
      }
      ${
        body === undefined
          ? ""
          : html`<h3>${TEXTS.body}</h3>
              ${inlineHtml(reader.typeOf(body, link))}${fieldTable(reader.fieldsOf(body, link))}`
      }
      <h3>${TEXTS.response}</h3>
      <ul>
        ${successesOf(operation).map(
          (each) => html`<li><code>${each.status}</code> ${inlineHtml(each.description)}</li>`,
        )}
      </ul>
      ${
        response === undefined
          ? ""
          : html`${inlineHtml(reader.typeOf(response, link))}
            ${fieldTable(reader.fieldsOf(response, link))}`
      }
      ${
        errors.length === 0
          ? ""
          : html`<h3>${TEXTS.errors}</h3>
              ${table(
                [TEXTS.code, TEXTS.status, TEXTS.when],
                errors.map(({ code, status, description: when }) => [`\`${code}\``, status, when]),
              )}`
      }
      <h3>${TEXTS.example}</h3>
      ${snippet(curlOf(operation))} ${example === undefined ? "" : snippet(prettyJson(example))}
    </div>
  </details>`;
}

function objectDetails(name: string, { components }: OpenApiDocument, reader: SchemaReader): Html {
  const schema = components.schemas[name] ?? {};
  return html`<details>
    <summary><code>${name}</code></summary>
    <div id="object-${name}">
      ${blocksHtml(reader.descriptionOf(schema))} ${fieldTable(reader.fieldsOf(schema, link))}
    </div>
  </details>`;
}

const fieldTable = (fields: ReadonlyArray<Field>): Html | string =>
  fields.length === 0
    ? ""
    : table(
        [TEXTS.field, TEXTS.type, TEXTS.description],
        fields.map(({ name, type, description, isRequired }) => [
          `\`${name}\``,
          type,
          isRequired ? description : `${TEXTS.optional} ${description}`,
        ]),
      );

/** A table whose rows become blocks where it is narrow. The roles remain when the layout changes. */
const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): Html =>
  html`<div class="scrolls" tabindex="0" role="group" aria-label="${head.join(", ")}">
    <table role="table">
      <thead role="rowgroup">
        <tr role="row">
          ${head.map((cell) => html`<th scope="col" role="columnheader">${cell}</th>`)}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${rows.map(
          (row) =>
            html`<tr role="row">
              ${row.map((cell) => html`<td role="cell">${inlineHtml(cell)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;

const snippet = (text: string): Html =>
  html`<div class="snippet"><pre tabindex="0">${text}</pre></div>`;
