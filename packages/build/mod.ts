export * from "./kept_build.ts";
