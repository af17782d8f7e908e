export * from "./issues.ts";
