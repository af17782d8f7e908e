/** Adds to an operation of OpenAPI the pages of links that lead to nothing to sign. */
export function closedResponses(operation: Record<string, unknown>): Record<string, unknown> {
  const content = { "text/html": { schema: { type: "string" } } };
  const more = {
    404: { description: "A page: the link leads nowhere", content },
    410: { description: "A page: it was declined, withdrawn, or has expired", content },
  };
  return { ...operation, responses: Object.assign(more, operation["responses"]) };
}
