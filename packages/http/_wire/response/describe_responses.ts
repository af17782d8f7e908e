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
