import { Predicate, Schema } from "effect";

/** An object of the document. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A value as an object; empty for other values. */
export const record = (value: unknown): JsonObject => (Predicate.isObject(value) ? value : {});

/** A value as a list; empty for other values. */
export const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : []);

const Text = Schema.optionalKey(Schema.String);
const Example = Schema.optionalKey(Schema.Unknown);

const Parameter = Schema.Struct({
  name: Schema.String,
  in: Schema.Literals(["path", "query", "header"]),
  required: Schema.Boolean,
  description: Text,
  schema: Schema.Unknown,
  example: Schema.optionalKey(Schema.Union([Schema.String, Schema.Finite])),
});

const Content = Schema.Record(
  Schema.String,
  Schema.Struct({ schema: Schema.Unknown, example: Example }),
);

const OperationFields = Schema.Struct({
  tags: Schema.Array(Schema.String),
  "x-internal": Schema.optionalKey(Schema.Boolean),
  operationId: Schema.String,
  summary: Schema.String,
  description: Text,
  security: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)),
  parameters: Schema.Array(Parameter),
  requestBody: Schema.optionalKey(Schema.Struct({ content: Content })),
  responses: Schema.Record(
    Schema.String,
    Schema.Struct({ description: Schema.String, content: Schema.optionalKey(Content) }),
  ),
});

/** An operation with its method and path. */
export type Operation = typeof OperationFields.Type & {
  readonly method: string;
  readonly path: string;
};

const OpenApiDocument = Schema.Struct({
  info: Schema.Struct({ title: Schema.String, description: Schema.String }),
  tags: Schema.Array(Schema.Struct({ name: Schema.String, description: Schema.String })),
  paths: Schema.Record(Schema.String, Schema.Record(Schema.String, OperationFields)),
  components: Schema.Struct({
    schemas: Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.Unknown)),
    securitySchemes: Schema.Record(Schema.String, Schema.Struct({ description: Schema.String })),
  }),
});
export type OpenApiDocument = typeof OpenApiDocument.Type;

/** The parts of an OpenAPI document that the reference shows. Fails for other documents. */
export const decodeDocument: (document: unknown) => OpenApiDocument =
  Schema.decodeUnknownSync(OpenApiDocument);

/** The operations of a document, in its order. */
export const operationsOf = ({ paths }: Pick<OpenApiDocument, "paths">): ReadonlyArray<Operation> =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );

/** The tags of the operations that integrators call, with these operations. */
export const publicTags = (document: OpenApiDocument) =>
  document.tags
    .map((tag) => ({
      ...tag,
      operations: operationsOf(document).filter(
        (operation) => operation.tags.includes(tag.name) && operation["x-internal"] !== true,
      ),
    }))
    .filter(({ operations }) => operations.length > 0);

/** The part of a URL or file name that stands for a title. */
export const slugOf = (title: string): string => title.toLowerCase().replaceAll(/[^a-z]+/g, "-");
