import { registerHooks } from "node:module";

/**
 * pdfme's date pickers bring every locale of date-fns with them: two seconds and 150 MB for each thread,
 * for nothing that is ever drawn. Their imports are answered with nothing.
 */
const UNUSED = new Map([
  ["date-fns", "data:text/javascript,export const format = () => %22%22"],
  ["date-fns/locale", "data:text/javascript,export {}"],
]);

registerHooks({
  resolve: (specifier, context, next) => {
    const url =
      context.parentURL?.includes("/@pdfme/schemas/") === true ? UNUSED.get(specifier) : undefined;
    return url === undefined
      ? next(specifier, context)
      : { url, format: "module", shortCircuit: true };
  },
});
