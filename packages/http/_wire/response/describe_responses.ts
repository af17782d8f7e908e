import { Predicate } from "effect";

/**
 * Describes the responses of an OpenAPI operation, by status. The default is the description of the
 * schema, which is the same for every status and absent for files.
 */
export const describeResponses =
  (descriptions: Readonly<Record<number, string>>) =>
  (operation: Record<string, unknown>): Record<string, unknown> => {
    const { responses } = operation;
    if (!Predicate.isObject(responses)) return operation;
    const entries = Object.entries(responses).map(([status, response]) => {
      const description = descriptions[Number(status)];
      if (description === undefined || !Predicate.isObject(response)) return [status, response];
      return [status, { ...response, description }];
    });
    return { ...operation, responses: Object.fromEntries(entries) };
  };

/** Describes the success of an OpenAPI operation that returns a file of one of these types. */
export const describeFiles =
  (types: ReadonlyArray<string>) =>
  ({ responses, ...operation }: Record<string, unknown>): Record<string, unknown> => {
    const content = Object.fromEntries(
      types.map((type) => [type, { schema: { type: "string", format: "binary" } }]),
    );
    const success = { 200: { description: "The file.", content } };
    return { ...operation, responses: Object.assign({}, responses, success) };
  };
